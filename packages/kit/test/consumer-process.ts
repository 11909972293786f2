import { Schema } from 'mongoose'
import { startConsumer } from '../src/consumer.ts'
import { createBus } from '../src/kafka.ts'
import { connectMongo } from '../src/mongo.ts'
import { project, projectionFields } from '../src/projection.ts'
import { createSealer } from '../src/seal.ts'
import { silentLog, testServers } from '../src/testing.ts'

/** A consumer in a process of its own, to be killed: after the effect it hangs when the fourth argument says so. */
const [topicPrefix = '', database = '', eventKey = '', hangs] = process.argv.slice(2)
const { mongoUrl, kafkaBrokers } = testServers()
const connection = await connectMongo(mongoUrl, database)
const rows = connection.model('row', new Schema({ _id: String, times: Number, ...projectionFields }))

await startConsumer({
  bus: createBus({ brokers: kafkaBrokers, clientId: 'victim', topicPrefix, log: silentLog }),
  group: 'rows',
  sealer: createSealer(eventKey),
  log: silentLog,
  consumes: {
    'user.erased': async (event) => {
      const outcome = await project(rows, event.subject, event, { $inc: { times: 1 } })
      process.stdout.write(`${outcome}\n`)
      if (hangs) await new Promise(() => {})
    },
  },
})
