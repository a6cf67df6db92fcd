# One image for every process: `node command-api/main.ts`, `node projections/main.ts`, `node workers/main.ts`,
# or, as it is, all of them in one on an embedded store.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json bootstrap.mjs ./
RUN node bootstrap.mjs --no-build --only-build
COPY . .
# The image has Node 24 itself, so the packaged one goes, and so does what only tests need.
RUN node bootstrap.mjs --only-build \
  && npm prune --omit=dev --no-save --no-audit --no-fund --ignore-scripts \
  && rm -rf node_modules/node

FROM node:24-slim
# As bootstrap.mjs has it: little memory is kept of what was needed once.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SEED=none
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=5 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "start.ts"]
