import { startConsumer } from '../src/events/consumer.ts'
import { type Projected, project } from '../src/events/projection.ts'
import { createBus } from '../src/kafka/kafka.ts'
import { collection } from '../src/mongo/collection.ts'
import { connectMongo } from '../src/mongo/mongo.ts'
import { silentLog, testEventTrust, testServers } from '../src/testing/testing.ts'

/** A consumer process to be killed. With the fourth argument it hangs after its effect. */
const [topicPrefix = '', database = '', eventKey = '', hangs] = process.argv.slice(2)
const { mongoUrl, kafkaBrokers } = testServers()
const connection = await connectMongo(mongoUrl, database)
const rows = collection<Projected & { times: number }>(connection, 'rows')

await startConsumer({
  bus: createBus({ brokers: kafkaBrokers, clientId: 'victim', topicPrefix, log: silentLog }),
  group: 'rows',
  sealer: testEventTrust(topicPrefix, 'auth', eventKey),
  log: silentLog,
  consumes: {
    'user.erased': async (event) => {
      const outcome = await project(rows, event.subject, event, { $inc: { times: 1 } })
      process.stdout.write(`${outcome}\n`)
      if (hangs) await new Promise(() => {})
    },
  },
})
