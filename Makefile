# make demo   print sheets of every variant to demo/ and audit the example photos
# make gallery   draw docs/images/gallery.png: every variant in one picture
# make test   lint, type checks and tests (what .ci/run calls)
# make lint   only ruff and mypy
# Each sets up what is missing first; on macOS and Linux with python3 (3.11 or later) and make.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: demo docs-images docs-measured gallery test lint setup tesseract clean bench-read bench-read-against bench-print bench-audit bench-cell-size bench-codes bench-legality fuzz-photo
.DEFAULT_GOAL := test

# Install a Debian package by root or sudo; $(1) is the package. Fails where there is no apt.
APT = $(if $(filter 0,$(shell id -u)),,sudo )apt-get
define apt_install
command -v apt-get >/dev/null && echo "installing $(1) with: $(APT) install $(1)" \
	&& { $(APT) install -y -qq --no-install-recommends $(1) >/dev/null 2>&1 \
	|| { $(APT) update -qq && $(APT) install -y -qq --no-install-recommends $(1) >/dev/null; }; }
endef

setup: $(STAMP) tesseract

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "sheetgen needs Python 3.11 or later; name one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { $(call apt_install,$(notdir $(PYTHON))-venv); } \
		|| { echo "Python's venv module is missing: install $(notdir $(PYTHON))-venv" >&2; exit 1; }
	@echo "setting up .venv (a minute or two the first time)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# Tesseract reads the printed code of a sheet where the 2-D code is spoilt; all else works without.
tesseract:
	@command -v tesseract >/dev/null \
		|| { $(call apt_install,tesseract-ocr); } \
		|| { command -v brew >/dev/null && echo "installing tesseract with: brew install tesseract" \
			&& brew install --quiet tesseract; } \
		|| echo "Tesseract is missing: get it from https://tesseract-ocr.github.io and run make again"

demo: setup
	@mkdir -p demo
	@for variant in $$($(BIN)/sheetgen list | cut -d' ' -f1); do \
		$(BIN)/sheetgen print $$variant -o demo/$$variant.pdf --official --seed 1 --crop-marks --force \
		&& $(BIN)/sheetgen preview $$variant -o demo/$$variant.png --official --seed 1 --force || exit; done
	@set -- examples/*.jpg; if [ -e "$$1" ]; then \
		$(BIN)/sheetgen audit "$$@" --overlay demo/overlays || [ $$? -eq 1 ] || exit; \
		echo "what was read, drawn onto the photos: demo/overlays"; fi
	@echo "sheets: demo/*.pdf, pictures of them: demo/*.png"

# The pictures and the reference tables of docs/templates.md.
docs-images: $(STAMP)
	$(BIN)/python -m tests.docs_images
	$(BIN)/python -m tests.docs_reference

# The tables of docs/looks.md that benchmarks measure, from bench/*.json.
docs-measured: $(STAMP)
	$(BIN)/python -m tests.docs_measured

gallery: setup
	$(BIN)/python -m tests.gallery

test: setup lint
	$(BIN)/pytest

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# How well simulated photos are read: make bench-read PHOTOS=200 SEED=fresh (photos per level);
# EXTRAS=all, or some of tests/camera/extras.py, adds thumbs, faxes, screenshots and the like;
# KEEP=FILE keeps what was read, and a run that broke off goes on from there (with the same SEED)
PHOTOS ?= 200
SEED ?= fresh
EXTRAS ?=
KEEP ?=
bench-read: setup
	$(BIN)/python -m tests.benchmarks.read --photos $(PHOTOS) --seed $(SEED) \
		--extras '$(EXTRAS)' $(if $(KEEP),--keep '$(KEEP)')

# How an earlier commit read the same photos: make bench-read-against COMMIT=HEAD~1 PHOTOS=200
COMMIT ?= HEAD~1
bench-read-against: setup
	$(BIN)/python -m tests.benchmarks.against $(COMMIT) --photos $(PHOTOS) --seed $(SEED) \
		--extras '$(EXTRAS)'

# How fast sheets are printed, beside fpdf2, reportlab and cairo: make bench-print VARIANT=longo;
# BUDGET: seconds of CPU time that one measurement may take
VARIANT ?= longo
BUDGET ?= 600
bench-print: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]' \
		|| echo "fpdf2, reportlab or cairo cannot be installed here: what is missing is left out"
	$(BIN)/python -m tests.benchmarks.print --variant $(VARIANT) --budget $(BUDGET)

# How fast photos are audited, beside OpenCV's decoding alone: make bench-audit PHOTOS=200
bench-audit: setup
	$(BIN)/python -m tests.benchmarks.audit --photos $(PHOTOS)

# How small cells may be printed and still be read, on simulated 12-megapixel photos of sheets and
# pages: make bench-cell-size PHOTOS=100 SEED=fresh (photos per size and view)
bench-cell-size: setup
	$(BIN)/python -m tests.benchmarks.cell_size --photos $(PHOTOS) --seed $(SEED)

# How often sheets whose 2-D code is spoilt are read by their code as text, and typed codes of sheets
# that look alike are refused: make bench-codes PHOTOS=60 SEED=fresh (photos per level)
bench-codes: setup
	$(BIN)/python -m tests.benchmarks.codes --photos $(PHOTOS) --seed $(SEED)

# How fast legality is judged, and whether it agrees with games and brute force:
# make bench-legality GAMES=40 SEED=fresh
GAMES ?= 40
bench-legality: setup
	$(BIN)/python -m tests.benchmarks.legality --games $(GAMES) --seed $(SEED)

# Damaged picture files through the reader: make fuzz-photo INPUTS=10000 SEED=fresh
INPUTS ?= 10000
fuzz-photo: setup
	$(BIN)/python -m tests.benchmarks.fuzz --inputs $(INPUTS) --seed $(SEED)

clean:
	rm -rf .venv demo .mypy_cache .ruff_cache .pytest_cache
