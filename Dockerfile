# The shop with an external PostgreSQL. docker build -t shopbell .
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN sh deploy/make-tree.sh /src /shop

# The same Debian with Node alone: without npm, Yarn and headers the image is a tenth smaller.
FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /shop
COPY --from=build --chown=root:root /shop /shop
# Flags and malloc settings as npm start has them (scripts/server-flags.json, scripts/server-memory.json).
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SEED=none MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# The root may be read-only: with MEDIA_URL only /tmp is written. Without it, mount a volume for user 1000 at /data.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
# The first start of a release backs up and migrates before it listens. A first success ends the start period.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30m --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=60", "build/server/index.js"]
