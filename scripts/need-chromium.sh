#!/bin/sh
# Makes sure that there is a Chromium for the browser tests, or says what to do.
set -eu

for name in chromium chromium-browser google-chrome; do
    command -v "$name" > /dev/null 2>&1 && exit 0
done

if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null 2>&1; then
    echo 'Installing Chromium for the browser tests'
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update > /dev/null
    apt-get -qq install -y --no-install-recommends chromium > /dev/null
    exit 0
fi

echo 'The browser tests need Chromium: install it (on Debian: apt-get install chromium).' >&2
if [ "${CI:-}" = true ]; then
    exit 1
fi
echo 'They are skipped without it.' >&2
