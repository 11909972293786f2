FROM darsi-stand-in/debian
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/* \
  && mkdir -p /data && chown redis:redis /data \
  && printf '#!/bin/sh\n# as in the real image, who may connect is decided by the network around\nexec /usr/bin/redis-server "$@" --bind 0.0.0.0 --protected-mode no\n' > /usr/local/bin/redis-server \
  && chmod +x /usr/local/bin/redis-server
USER redis
WORKDIR /data
VOLUME /data
EXPOSE 6379
CMD ["redis-server"]
