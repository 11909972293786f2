FROM darsi-stand-in/debian
RUN mkdir -p /usr/share/man/man1 && apt-get update -qq && apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless && rm -rf /var/lib/apt/lists/*
COPY libs /opt/kafka/libs
COPY kafka-log4j2.properties /opt/kafka/config/log4j2.properties
COPY kafka-run.sh /opt/kafka/run.sh
RUN useradd --uid 1000 appuser && mkdir -p /var/lib/kafka/data /opt/kafka/bin && chown -R appuser /var/lib/kafka \
  && printf '#!/bin/bash\nexec 3<>"/dev/tcp/${2%%:*}/${2##*:}"\n' > /opt/kafka/bin/kafka-broker-api-versions.sh \
  && chmod +x /opt/kafka/bin/kafka-broker-api-versions.sh /opt/kafka/run.sh
USER appuser
EXPOSE 9092
CMD ["/opt/kafka/run.sh"]
