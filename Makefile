# The commands of the project. CMake presets do the work; `make help` lists the targets.
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc)
SERVE ?= 1
PYTHON ?= /usr/bin/python3
INSTALL = tools/install.sh
TEXTS := types parts variants row places functions controls features pieces nested
SPARSE_KERNELS = order ldlt_analyse ldlt_factor ldlt_solve ldlt_refined \
    norm_analyse norm_factor norm_step

# Builds preset $(1) with the CMake options $(2); says nothing unless it fails.
build = out=$$(cmake --preset $(1) $(2) 2>&1 && \
        cmake --build --preset $(1) -j $(JOBS) 2>&1) || \
        { echo "$$out"; echo "make: the build of preset $(1) failed" >&2; exit 1; }

# Runs every program whose name begins with $(1), each announced; the first that fails ends it.
run_each = for program in $$(find $(dir $(1)) -maxdepth 1 -type f -executable \
               -name '$(notdir $(1))*' | sort); do \
               echo "== $$program"; $$program || exit 1; done

# Builds the page into build/page, from the core as WebAssembly.
build_page = $(call build,wasm); tools/web.sh tsc -p . && \
        tools/web.sh vite build --logLevel warn

.PHONY: help run test asan wasm page wheel docs bench bench-page fuzz format tidy install clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

run: ## install what is needed, build, run the program, and serve the editor: SERVE=0 does not
	@$(INSTALL) run
	@echo "building the program; the first time takes minutes"
	@$(call build,release)
	@tools/run.sh build/release/cli/trammel build/pictures
	@echo "building the editor: build/page"
	@$(INSTALL) page
	@$(call build_page)
	@if [ "$(SERVE)" != 0 ]; then build/release/cli/trammel edit; else tools/run.sh --next build/release/cli/trammel; fi

test: ## all tests, with two compilers, sanitizers, WebAssembly and a browser
	@PYTHON="$(PYTHON)" $(INSTALL) run test python
	@$(PYTHON) tools/test.py

asan: ## the C tests with the address and undefined-behaviour sanitizers
	@$(INSTALL) run test
	@$(PYTHON) tools/test.py asan

wasm: ## build the core as WebAssembly, into build/wasm, and test it in node
	@$(INSTALL) run wasm
	@$(PYTHON) tools/test.py wasm

page: ## build the editor as plain files for any web server, into build/page
	@$(INSTALL) run page
	@$(call build_page)
	@tools/web.sh node tests/size.mjs --brief

wheel: ## build the Python package, as a wheel and as sources, into build/python/wheel
	@PYTHON="$(PYTHON)" $(INSTALL) python
	@.tools/python/bin/python tools/python_wheel.py build/python/wheel

docs: ## make a site of all pages and of the C interface, with a search, into build/docs/site
	@$(INSTALL) docs
	@$(PYTHON) tools/docs_site.py

bench: ## time the kernels against other libraries, into bench/results
	@PYTHON="$(PYTHON)" $(INSTALL) run bench bench-python
	@$(call build,bench)
	@$(call run_each,build/bench/bench/bench_)
	@echo "== what Python costs beside C"
	@.tools/python/bin/python tools/python_wheel.py build/python/wheel build/bench/src/libtrammel.so
	@.tools/python/bin/python -m pip install --quiet --no-deps --disable-pip-version-check --upgrade \
	    --target build/python/bench build/python/wheel/*.whl
	@PYTHONPATH=build/python/bench .tools/python/bin/python bench/python/bench_python.py bench/results/python.csv
	@echo "== motion at the same accuracy"
	@$(PYTHON) tools/work_precision.py bench/results/dynamics.csv \
	    --out bench/results/dynamics_speed.csv --plot bench/results/dynamics.svg
	@echo "== what engines make of contact"
	@$(PYTHON) tools/contact_chart.py bench/results/contact.csv --plot bench/results/contact.svg
	@echo "== growth of the sparse kernels, by instruction count"
	@$(PYTHON) tools/growth.py --program build/bench/bench/bench_sparse \
	    --problems chain ladder --kernels $(SPARSE_KERNELS) --out bench/results/growth.csv
	@echo "== growth of moves and plans of mechanisms, by instruction count"
	@$(PYTHON) tools/growth.py --program build/bench/bench/bench_kinematics \
	    --problems stress --kernels move plan --sizes 10 20 50 100 200 400 \
	    --out bench/results/growth.csv
	@$(PYTHON) tools/growth.py --program build/bench/bench/bench_kinematics \
	    --problems chain --kernels move plan --sizes 10 30 100 300 1000 \
	    --out bench/results/growth.csv
	@echo "== growth of reading, printing and checking definitions, by instruction count"
	@$(PYTHON) tools/growth.py --program build/bench/bench/bench_texts \
	    --problems types parts --kernels read format --sizes 1000 10000 100000 \
	    --out bench/results/growth.csv
	@$(PYTHON) tools/growth.py --program build/bench/bench/bench_texts --problems $(TEXTS) \
	    --kernels check --sizes 10000 30000 100000 --out bench/results/growth.csv
	@echo "== growth of building models, by instruction count"
	@$(PYTHON) tools/growth.py --program build/bench/bench/bench_model \
	    --problems chain tree boxes --kernels build all --sizes 100 1000 10000 \
	    --out bench/results/growth.csv
	@echo "== growth of a step of motion, by instruction count"
	@$(PYTHON) tools/growth.py --program build/bench/bench/bench_dynamics \
	    --problems chain tree ladder --kernels step --out bench/results/growth.csv
	@echo "== growth of searches for what is near, by instruction count"
	@$(PYTHON) tools/growth.py --program build/bench/bench/bench_interference \
	    --problems pile floor chain gears --kernels first again sweep --sizes 100 300 1000 3000 10000 \
	    --out bench/results/growth.csv

bench-page: ## time the editor in the browser, into bench/results
	@$(INSTALL) run bench-page
	@$(call build_page)
	@tools/web.sh node bench/run.mjs

fuzz: ## run every fuzzer and the long comparisons
	@$(INSTALL) run fuzz
	@$(call build,fuzz,-DCMAKE_C_COMPILER="$$(tools/find.sh clang)")
	@export ASAN_SYMBOLIZER_PATH="$$(tools/find.sh llvm-symbolizer)"; \
	    $(call run_each,build/fuzz/tests/fuzz/fuzz_)

format: ## lay the C code out as .clang-format says
	@$(INSTALL) run test
	@tools/check_format.sh --mend

tidy: ## look for suspicious code with clang-tidy
	@$(INSTALL) run test
	@$(call build,clang,-DCMAKE_C_COMPILER="$$(tools/find.sh clang)" \
	    -DPython3_EXECUTABLE="$$(command -v $(PYTHON))")
	@$$(tools/find.sh clang-tidy) -p build/clang --quiet \
	    $$(find src cli -name '*.c') 2>&1 | \
	    { ! grep -v -E 'warnings? generated|^Suppressed|^Use -header-filter|^\[[0-9/]*\] Proc'; }
	@echo "clang-tidy found nothing"

install: ## install library, headers and program: PREFIX=/usr/local DESTDIR=
	@$(INSTALL) run
	@$(call build,release)
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)"

clean: ## remove everything that was built
	@rm -rf build
