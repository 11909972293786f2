# What an operator needs Node for, so that a machine with Docker needs none: keys, and each process's name and password.
ARG NODE_IMAGE=node:24-bookworm-slim

# what every service uses, once: images that are built together share this layer
FROM ${NODE_IMAGE} AS common
WORKDIR /app
COPY package.json package-lock.json .npmrc infra/docker/only.mjs ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/kit/package.json packages/kit/
RUN node only.mjs packages/contracts packages/kit \
  && npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm only.mjs package-lock.json .npmrc

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="darsi-tools" org.opencontainers.image.licenses="MIT"
WORKDIR /app
COPY --from=common /app ./
COPY packages/contracts packages/contracts
COPY packages/kit packages/kit
COPY infra/access infra/access
COPY infra/commands/keys.ts infra/commands/
COPY infra/local/keys infra/local/keys
COPY infra/local/process infra/local/process
COPY infra/local/tools infra/local/tools
USER node
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "infra/commands/keys.ts"]
