#!/bin/sh
# Builds the dashboard into the folder given. Does nothing when nothing changed; without Node the server serves a plain page.
set -eu
cd "$(dirname "$0")"
out=$1
mkdir -p "$out"

say() { echo "dashboard: $*"; }

if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
  say "no Node.js on the PATH, so the server gets a plain page instead; install Node 20 or newer and build again"
  exit 0
fi
major=$(node -p 'process.versions.node.split(".")[0]')
if [ "$major" -lt 20 ]; then
  say "Node $major is too old (20 or newer is needed), so the server gets a plain page instead"
  exit 0
fi

stamp=$out/.stamp
if [ -f "$stamp" ] && [ -f "$out/index.html" ] &&
  [ -z "$(find src public ../schemas/mulligan.schema.json index.html package.json package-lock.json vite.config.ts tsconfig.json build.sh -newer "$stamp" -type f 2>/dev/null | head -n 1)" ]; then
  exit 0
fi
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  if ! npm ci --no-fund --no-audit --loglevel=error; then
    say "npm ci failed, so the server gets a plain page instead; the reason stands above"
    exit 0
  fi
  touch node_modules/.package-lock.json
fi
npm run --silent build -- --outDir "$out" --emptyOutDir --logLevel warn
touch "$stamp"
