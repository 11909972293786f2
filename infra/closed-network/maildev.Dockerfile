FROM node:24-bookworm-slim
ARG MAILDEV
WORKDIR /home/node
RUN npm install --no-save --no-audit --no-fund --ignore-scripts maildev@${MAILDEV}
USER node
EXPOSE 1025 1080
CMD ["node_modules/.bin/maildev", "--smtp", "1025", "--web", "1080"]
