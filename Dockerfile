# One image for every process: `node command-api/main.ts`, `node projections/main.ts`, `node workers/main.ts`,
# or, as it is, all of them in one on an embedded store.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json bootstrap.mjs ./
COPY bootstrap bootstrap
COPY web/packages web/packages
RUN node bootstrap.mjs --no-build --only-build
COPY . .
RUN node bootstrap.mjs --only-build

# The packages that running processes import: none that check, test or build, nor the packaged Node 24, which the image has
# itself. Source maps and type declarations are 40 percent of them, and no process reads them.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm pkg delete devDependencies workspaces \
  && npm install --ignore-scripts --no-save --no-audit --no-fund \
  && rm -rf node_modules/node \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:24-slim
# As bootstrap.mjs has it: little memory is kept of what was needed once.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SEED=none
WORKDIR /app
COPY . .
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# A first start may have to read a long log; it is well as soon as it says so.
HEALTHCHECK --interval=5s --timeout=3s --start-period=10m --retries=5 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "start.ts"]
