FROM darsi-stand-in/debian
COPY node /usr/local/bin/node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
# no npm is here yet that could install it
COPY npm.tgz /tmp/npm.tgz
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node \
  && mkdir -p /usr/local/lib/node_modules/npm \
  && tar -xzf /tmp/npm.tgz --strip-components=1 -C /usr/local/lib/node_modules/npm && rm /tmp/npm.tgz \
  && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && chmod +x /usr/local/lib/node_modules/npm/bin/npm-cli.js
CMD ["node"]
