# Two images of one build. `product` is API, worker, migrations and CLI; the command selects one.
# `sandbox` is the simulated fleet. Both contain only what they need at run time. The files belong to
# root, so that the user of the process cannot change them.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /kerf
# CI=1 skips the installation of Git hooks, because there is no Git here.
ENV CI=1
COPY . .
RUN npm install --no-audit --no-fund && npm run build
RUN node tools/assemble-image.mjs --to /image/product --workspace apps/api --workspace apps/worker --folder apps/web/dist --folder prisma/migrations
# V8's compiled form of API and worker, which saves 30 MiB of memory each (decision 30). V8 uses it for the same user and
# folder as here only. Without settings a program ends after it is loaded.
RUN for app in api worker; do cd /kerf/apps/$app/bundle && rm -r compile-cache && install --directory --owner=1000 compile-cache && (setpriv --reuid=1000 --clear-groups node main.js || true) && test -n "$(find compile-cache -type f)" && chmod --recursive a+rX compile-cache && cp --recursive compile-cache /image/product/apps/$app/bundle || exit 1; done
RUN node tools/assemble-image.mjs --to /image/sandbox --workspace packages/sandbox --folder deploy/crds --folder deploy/rbac --folder deploy/iam

FROM node:24.21.0-bookworm-slim AS runtime
# Without these settings, V8 lets the young generation of each heap grow to 96 MiB or more, and glibc keeps freed memory.
# A worker of a small fleet takes a quarter less with NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=512".
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=8 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
# Package managers are removed, because only an intruder would use them. A new volume gets the folder's owner.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* && install --directory --owner=1000 --group=1000 --mode=0700 /var/lib/kerf-sandbox
WORKDIR /kerf

FROM runtime AS sandbox
COPY --from=build /image/sandbox ./
USER 1000:1000
CMD ["node", "packages/sandbox/dist/cli.js", "serve", "--state", "/var/lib/kerf-sandbox", "--listen", "0.0.0.0"]

FROM runtime AS product
COPY --from=build /image/product ./
USER 1000:1000
EXPOSE 7400 9090
CMD ["node", "apps/api/bundle/main.js"]
