import { describe, expect, it, jest } from '@jest/globals'
import { mongo } from 'mongoose'
import { isTransient } from '../src/failure.ts'
import { collection } from '../src/mongo/collection.ts'
import { connectMongo, syncIndexes, untilAvailable } from '../src/mongo/mongo.ts'
import { faultyNetwork } from '../src/testing/faulty-network.ts'
import { eventually, testServers, unique } from '../src/testing/testing.ts'

/** Within it a caller gets a 503 while the database does not answer. */
const answerMs = 2000

/** The address of MongoDB through a network that the test disturbs. */
async function throughNetwork() {
  const { hostname: host, port } = new URL(testServers().mongoUrl)
  const network = await faultyNetwork()
  await network.proxy(host, Number(port))
  const own = network.reach({ host, port: Number(port) })
  return { network, url: `mongodb://${own.host}:${own.port}/?directConnection=true` }
}

describe('the connection to the database', () => {
  it('waits for a database that starts later, reports it, and then uses the same write concern', async () => {
    const { network, url } = await throughNetwork()
    network.refuse()
    const warnings: unknown[] = []
    const log = {
      warn: (...said: unknown[]) => {
        warnings.push(said.at(-1))
        network.open()
      },
    }
    const connection = await connectMongo(url, unique('late'), log)
    expect(warnings).toEqual(['database: not yet'])
    const { writeConcern, maxPoolSize } = connection.getClient().options
    const { w, journal, wtimeoutMS } = writeConcern
    expect({ w, journal, wtimeoutMS, maxPoolSize }).toEqual({
      w: 'majority',
      journal: true,
      wtimeoutMS: 10_000,
      maxPoolSize: 50,
    })
    await connection.close()
    network.close()
  })

  it('that hangs is detected: callers get an answer within 2 s, and everything works after it resumes', async () => {
    const { network, url } = await throughNetwork()
    const connection = await connectMongo(url, unique('still'))
    const rows = collection<{ _id: string }>(connection, 'rows')
    const write = (_id: string) => rows.insertOne({ _id }).catch((error: unknown) => error)
    await write('before')
    const timed = async (_id: string) => {
      const started = performance.now()
      return { isRefused: isTransient(await write(_id)), ms: performance.now() - started }
    }
    network.stall()
    const first = write('during')
    // the first call has the only open connection
    const without = await timed('without-connection')
    expect(without.isRefused).toBe(true)
    expect(without.ms).toBeLessThan(answerMs)
    expect(isTransient(await first)).toBe(true)
    // noticed: from here on no call waits for a connection that does not answer
    const later = await timed('later')
    expect(later.isRefused).toBe(true)
    expect(later.ms).toBeLessThan(answerMs)
    network.open()
    await eventually(async () => !((await write('after')) instanceof mongo.MongoError))
    expect(await rows.countDocuments({ _id: { $in: ['before', 'after'] } })).toBe(2)
    await connection.dropDatabase()
    await connection.close()
    network.close()
  }, 60_000)

  it('that stops while a service starts ends no process: each step waits and is retried', async () => {
    const { network, url } = await throughNetwork()
    const connection = await connectMongo(url, unique('start'))
    collection<{ _id: string; at: Date }>(connection, 'rows', [{ key: { at: 1 } }])
    network.refuse()
    const warnings: unknown[] = []
    const log = {
      warn: (...said: unknown[]) => {
        warnings.push(said.at(-1))
        if (warnings.length === 2) network.open()
      },
    }
    await untilAvailable('indexes', log, () => syncIndexes(connection))
    expect(warnings.slice(0, 2)).toEqual(['indexes: not yet', 'indexes: not yet'])
    const indexes = await connection.collection('rows').indexes()
    expect(indexes.map(({ key }) => key)).toContainEqual({ at: 1 })
    const bug = untilAvailable('a fault of ours', log, () => Promise.reject(new TypeError('no')))
    await expect(bug).rejects.toThrow(TypeError)
    await connection.dropDatabase()
    await connection.close()
    network.close()
  }, 60_000)

  it('that builds an index for longer than the socket time-out ends no process: the command is repeated', async () => {
    const connection = await connectMongo(testServers().mongoUrl, unique('build'))
    collection<{ _id: string; at: Date }>(connection, 'rows', [{ key: { at: 1 } }])
    // the driver's failure when a build takes longer than 30 s
    const timeOut = new mongo.MongoNetworkTimeoutError('connection 1 to 127.0.0.1:27017 timed out')
    const build = jest.spyOn(connection.collection('rows'), 'createIndexes')
    build.mockRejectedValueOnce(timeOut).mockRejectedValueOnce(timeOut)
    const warnings: unknown[] = []
    const log = { warn: (...said: unknown[]) => void warnings.push(said.at(-1)) }
    await untilAvailable('indexes', log, () => syncIndexes(connection))
    expect(warnings).toEqual(['indexes: not yet', 'indexes: not yet'])
    expect((await connection.collection('rows').indexes()).map(({ key }) => key)).toContainEqual({ at: 1 })
    await connection.dropDatabase()
    await connection.close()
  })
})
