# One image per front end: --build-arg FOLDER=frontends/dashboards/student (or frontends/shell)
# --build-arg PREVIOUS=darsi/dashboard-student:1.0 keeps the parts of that image for pages that are open.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG PREVIOUS=nothing-before

# All front ends in one stage, which the six images share: the shell's config.json names the hashes of the dashboards.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc infra/docker/only.mjs ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/design/package.json packages/design/
COPY packages/client/package.json packages/client/
COPY frontends/features/package.json frontends/features/
COPY frontends/design-system/package.json frontends/design-system/
COPY frontends/shell/package.json frontends/shell/
COPY frontends/dashboards/student/package.json frontends/dashboards/student/
COPY frontends/dashboards/teacher/package.json frontends/dashboards/teacher/
COPY frontends/dashboards/parent/package.json frontends/dashboards/parent/
COPY frontends/dashboards/admin/package.json frontends/dashboards/admin/
COPY frontends/dashboards/super-admin/package.json frontends/dashboards/super-admin/
RUN node only.mjs packages/contracts packages/design packages/client frontends/features frontends/design-system frontends/shell "frontends/dashboards/*" && \
  npm ci --ignore-scripts --no-audit --no-fund
COPY packages/contracts packages/contracts
COPY packages/design packages/design
COPY packages/client packages/client
COPY frontends frontends
RUN node frontends/build/all.ts

FROM ${NODE_IMAGE} AS nothing-before
RUN mkdir -p /app/site

FROM ${PREVIOUS} AS before

FROM build AS site
ARG FOLDER
COPY --from=before /app/site /before
RUN node --disable-warning=ExperimentalWarning frontends/build/carry-over.ts /before "/app/${FOLDER}/dist"

FROM ${NODE_IMAGE} AS server
WORKDIR /app
COPY package.json package-lock.json .npmrc infra/docker/only.mjs ./
COPY frontends/static-server/package.json frontends/static-server/
RUN node only.mjs frontends/static-server && npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
ARG FOLDER
LABEL org.opencontainers.image.title="darsi-${FOLDER}" org.opencontainers.image.licenses="MIT"
WORKDIR /app/frontends/static-server
ENV HOST=0.0.0.0 PORT=8080 ROOT=/app/site
COPY --from=server /app/node_modules /app/node_modules
COPY frontends/static-server .
COPY --from=site /app/${FOLDER}/dist /app/site
USER node
EXPOSE 8080
# not node: its start costs a tenth of a second of CPU
HEALTHCHECK --interval=30s --timeout=3s --start-period=60s --start-interval=2s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# why these flags and MALLOC_ARENA_MAX: infra/local/process/paths.ts
ENV MALLOC_ARENA_MAX=2
CMD ["node", "--min-semi-space-size=4", "--max-semi-space-size=16", "--heap-growing-percent=100", "--disable-warning=ExperimentalWarning", "src/main.ts"]
