#!/bin/sh
# web.sh COMMAND ARG…: runs a command in web/, with the node of tools/find.sh and web's own programs
# (tsc, vite, vitest, playwright) first on the path. Packages are fetched first when
# web/package-lock.json is not the one they were fetched for.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
node=$("$root/tools/find.sh" node)
cd "$root/web"
PATH=$(dirname "$node"):$root/web/node_modules/.bin:$PATH
export PATH

if ! cmp -s package-lock.json node_modules/.fetched; then
    # Its first line asks for the first node on the path: npm looks which packages suit that one.
    if ! talk=$(npm ci --no-audit --no-fund --loglevel=error 2>&1); then
        echo "$talk" >&2
        echo "web: npm could not fetch the packages of web/package-lock.json" >&2
        exit 1
    fi
    cp package-lock.json node_modules/.fetched
fi
exec "$@"
