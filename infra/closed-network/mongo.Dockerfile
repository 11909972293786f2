FROM darsi-stand-in/debian
ARG SERVER
COPY secantusdb /opt/secantusdb
COPY mongod.sh /usr/local/bin/mongod
COPY mongosh.sh /usr/local/bin/mongosh
RUN useradd --uid 999 mongodb && mkdir -p /data/db && chown mongodb /data/db \
  && ln -s "/opt/secantusdb/${SERVER}" /opt/server && chmod +x "/opt/secantusdb/${SERVER}" /usr/local/bin/mongod /usr/local/bin/mongosh
USER mongodb
VOLUME /data/db
EXPOSE 27017
ENTRYPOINT ["mongod"]
