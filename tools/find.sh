#!/bin/sh
# find.sh NAME: prints the program that the build takes for NAME, so that one place decides:
#   node           20.19 or later: the one on the path, else the one in .tools
#   chromium       Debian's
#   clang, clang-format, clang-tidy, llvm-symbolizer
#                  version 14, else 19
# It ends with status 1 and a message when there is none.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

node_is_new() {
    version=$("$1" --version 2>/dev/null) || return 1
    version=${version#v}
    case $version in
    *.*.*) ;;
    *) return 1 ;;
    esac
    major=${version%%.*}
    minor=${version#*.}
    minor=${minor%%.*}
    case $major$minor in
    '' | *[!0-9]*) return 1 ;;
    esac
    [ "$major" -gt 20 ] || { [ "$major" -eq 20 ] && [ "$minor" -ge 19 ]; }
}

find_node() {
    on_path=$(command -v node || true)
    for node in ${on_path:+"$on_path"} "$root"/.tools/node/node_modules/node-linux-*/bin/node; do
        if node_is_new "$node"; then
            echo "$node"
            return 0
        fi
    done
    return 1
}

case ${1:-} in
chromium) command -v chromium && exit 0 ;;
node) find_node && exit 0 ;;
clang | clang-format | clang-tidy | llvm-symbolizer)
    for version in 14 19; do
        command -v "$1-$version" && exit 0
    done
    ;;
*)
    echo "find: no tool '${1:-}' is known" >&2
    exit 2
    ;;
esac
echo "find: no $1 here; run tools/install.sh test" >&2
exit 1
