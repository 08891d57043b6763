#!/bin/sh
# run.sh PROGRAM FOLDER: what `make run` does with the program: moves the reference mechanisms and the
# gallery and simulates, all into FOLDER, with a page that shows what was made. It prints a line for
# each; what the commands tell goes to files, and is shown when one fails.
# run.sh --next PROGRAM: says what can be done next.
set -eu
if [ "$1" = --next ]; then
    echo "next, to draw and drag in the browser: $2 edit examples/gallery/jansen.tml"
    echo "and to make a mechanism from nothing: docs/tutorial.md"
    exit
fi
program=$1
folder=$2
mkdir -p "$folder"

# Runs the rest of the words, whose output is FOLDER/$1.txt, and prints what $2 says of it.
tell() {
    name=$1 what=$2
    shift 2
    "$program" "$@" >"$folder/$name.txt" 2>&1 || {
        code=$?
        cat "$folder/$name.txt" >&2
        echo "run: '$program $1' failed" >&2
        exit "$code"
    }
    pictures=$(find "$folder/$name" -name '*.svg' | wc -l)
    echo "$what: $pictures pictures in $folder/$name, numbers in $folder/$name.txt"
}

# Prints a part of the page: the pictures of FOLDER/$1, and links to what else is there.
part() {
    echo "<h2 id=\"$1\">$2</h2>"
    echo "<p><a href=\"$1.txt\">$1.txt</a>"
    (cd "$folder" && find "$1" -type f ! -name '*.svg' | sort |
        sed 's|.*/\(.*\)|, <a href="&">\1</a>|')
    echo "</p>"
    (cd "$folder" && find "$1" -name '*.svg' | sort | sed 's|.*|<a href="&"><img src="&" alt="&" loading="lazy"></a>|')
}

"$program" bits
tell mechanisms "reference mechanisms" mechanisms --out "$folder/mechanisms"
# Not all of the gallery is moved by drives.
# shellcheck disable=SC2046
tell gallery "gallery" animate $(grep -l '^animate ' examples/gallery/*.tml) --out "$folder/gallery"
tell simulated "simulated" simulate examples/gallery/double_pendulum.tml \
    examples/gallery/andrews_squeezer.tml --out "$folder/simulated"
{
    cat <<HEAD
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Trammel: what was made</title>
<style>body{margin:2em auto;max-width:1000px;background:#f3f5f7;font:16px sans-serif}
img{width:100%;margin:0 0 1.5em;border:1px solid #d5dbe1;border-radius:6px}</style>
<p><a href="#mechanisms">Mechanisms</a>, <a href="#gallery">gallery</a>, <a href="#simulated">simulated</a></p>
HEAD
    part mechanisms "Reference mechanisms"
    part gallery "Gallery, moved by its drives"
    part simulated "Simulated"
    echo "</html>"
} >"$folder/index.html"
echo "all of it: $folder/index.html"
