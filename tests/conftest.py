"""Set-up of the test run."""

import signal


def pytest_configure() -> None:
    """Tests send interruptions, to which a shell's background jobs are born deaf."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
