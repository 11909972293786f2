import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers'
import { freePorts } from '../process/ports.ts'

/**
 * The backing servers of docker-compose.yml as throw-away containers, on free loopback ports. Their images must exist
 * or be pulled; in a closed network infra/closed-network builds them.
 */
export async function startContainers(): Promise<{
  addresses: Record<string, string>
  stop: () => Promise<void>
}> {
  // its helper image would have to be pulled too; we stop what we start
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true'
  const [kafkaPort = 0] = await freePorts(1)
  const starting = [mongo(), kafka(kafkaPort), redis(), maildev()] as const
  const stop = async () => {
    const settled = await Promise.allSettled(starting)
    await Promise.all(settled.map((one) => one.status === 'fulfilled' && one.value.stop({ timeout: 5000 })))
  }
  try {
    const [database, , cache, mail] = await Promise.all(starting)
    return {
      addresses: {
        MONGO_URL: `mongodb://${at(database, 27017)}/?directConnection=true`,
        KAFKA_BROKERS: `127.0.0.1:${kafkaPort}`,
        REDIS_URL: `redis://${at(cache, 6379)}`,
        SMTP_URL: `smtp://${at(mail, 1025)}`,
        MAILDEV_URL: `http://${at(mail, 1080)}`,
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const at = (container: StartedTestContainer, port: number) => `127.0.0.1:${container.getMappedPort(port)}`

async function mongo(): Promise<StartedTestContainer> {
  const container = await new GenericContainer('mongo:8')
    .withExposedPorts(27017)
    .withCommand(['--replSet', 'rs0', '--bind_ip_all'])
    .withWaitStrategy(Wait.forListeningPorts())
    .start()
  // majority writes need a primary
  await container.exec(['mongosh', '--quiet', '--eval', 'rs.initiate()'])
  return container
}

function kafka(port: number): Promise<StartedTestContainer> {
  return new GenericContainer('apache/kafka:4.1.0')
    .withExposedPorts({ container: 9092, host: port })
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
      // clients outside the container connect to the address that the broker advertises
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_LOG_DIRS: '/var/lib/kafka/data',
    })
    .withStartupTimeout(90_000)
    .withWaitStrategy(Wait.forListeningPorts())
    .start()
}

function redis(): Promise<StartedTestContainer> {
  return new GenericContainer('redis:7-bookworm')
    .withExposedPorts(6379)
    .withCommand(['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'])
    .withWaitStrategy(Wait.forListeningPorts())
    .start()
}

function maildev(): Promise<StartedTestContainer> {
  return new GenericContainer('maildev/maildev:2.2.1')
    .withExposedPorts(1025, 1080)
    .withWaitStrategy(Wait.forListeningPorts())
    .start()
}
