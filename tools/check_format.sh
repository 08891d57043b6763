#!/bin/sh
# check_format.sh [--mend]: fails when a C file is not laid out as .clang-format says; with --mend
# it lays them out. Versions of clang-format differ in details, and 14 decides: with another
# version there is no verdict.
set -eu
cd "$(dirname "$0")/.."
format=$(tools/find.sh clang-format)
case $format in
*-14) ;;
*)
    echo "check_format: $format is not version 14; nothing was checked" >&2
    exit 0
    ;;
esac
mode="--dry-run --Werror"
[ "${1:-}" != --mend ] || mode=-i
folders=
for folder in include src cli wasm python examples tests bench; do
    [ ! -d "$folder" ] || folders="$folders $folder"
done
# shellcheck disable=SC2086 # words are wanted
find $folders \( -name '*.[ch]' -o -name '*.cpp' \) -exec "$format" $mode {} + 2>&1
