# One image per service (and for the gateway): --build-arg FOLDER=services/auth
# Holds that folder, contracts, kit and their production packages; not the code of another service.
ARG NODE_IMAGE=node:24-bookworm-slim

# what every service uses, once: images that are built together share this layer
FROM ${NODE_IMAGE} AS common
WORKDIR /app
COPY package.json package-lock.json .npmrc infra/docker/only.mjs ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/kit/package.json packages/kit/
RUN node only.mjs packages/contracts packages/kit \
  && npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm only.mjs package-lock.json .npmrc

FROM common AS packages
ARG FOLDER
WORKDIR /own
COPY package.json package-lock.json .npmrc infra/docker/only.mjs infra/docker/own-packages.mjs ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/kit/package.json packages/kit/
COPY ${FOLDER}/package.json ${FOLDER}/
RUN node only.mjs packages/contracts packages/kit "${FOLDER}" \
  && npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && node own-packages.mjs /app/node_modules node_modules && rm only.mjs own-packages.mjs package-lock.json .npmrc

FROM ${NODE_IMAGE}
ARG FOLDER
LABEL org.opencontainers.image.title="darsi-${FOLDER}" org.opencontainers.image.licenses="MIT"
WORKDIR /app
ENV HOST=0.0.0.0 PORT=8080
COPY --from=common /app ./
COPY packages/contracts packages/contracts
COPY packages/kit packages/kit
# all of it: a package that two workspaces want in two versions lies in a workspace's own node_modules
COPY --from=packages /own ./
COPY ${FOLDER} ${FOLDER}
WORKDIR /app/${FOLDER}
# where a volume is mounted for the ledger of erasures (admin) and for uploaded files (users)
RUN install -d -o node -g node -m 700 /ledger /files && install -d -o node -g node /compiled
USER node
# without configuration the process ends once its code is loaded, which fills the cache
ENV NODE_COMPILE_CACHE=/compiled
RUN ! node --min-semi-space-size=4 --max-semi-space-size=16 --heap-growing-percent=100 --disable-warning=ExperimentalWarning src/main.ts 2> /dev/null && test -n "$(ls /compiled)"
EXPOSE 8080
# not node: its start costs a tenth of a second of CPU
HEALTHCHECK --interval=30s --timeout=3s --start-period=60s --start-interval=2s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${OPS_PORT:-$PORT} && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
STOPSIGNAL SIGTERM
# why these flags and MALLOC_ARENA_MAX: infra/local/process/paths.ts
ENV MALLOC_ARENA_MAX=2
CMD ["node", "--min-semi-space-size=4", "--max-semi-space-size=16", "--heap-growing-percent=100", "--disable-warning=ExperimentalWarning", "src/main.ts"]
