"""Could a sheet have come about by legal play? An exact search, with reasons."""
