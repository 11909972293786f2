import { describe, expect, it } from '@jest/globals'
import { connectMongo } from '../src/mongo.ts'
import { testServers, unique } from '../src/testing.ts'
import { faultyNetwork } from './proxy.ts'

describe('the connection to the database', () => {
  it('waits for one that comes up later, says so, and promises no less then', async () => {
    const { host, port } = new URL(testServers().mongoUrl)
    const [name = ''] = host.split(':')
    const network = await faultyNetwork()
    await network.proxy(name, Number(port))
    const own = network.reach({ host: name, port: Number(port) })
    network.refuse()
    const warnings: unknown[] = []
    const log = {
      warn: (...said: unknown[]) => {
        warnings.push(said.at(-1))
        network.open()
      },
    }
    const url = `mongodb://${own.host}:${own.port}/?directConnection=true`
    const connection = await connectMongo(url, unique('late'), log)
    expect(warnings).toEqual(['database: not yet'])
    const { writeConcern, maxPoolSize } = connection.getClient().options
    expect({ w: writeConcern.w, journal: writeConcern.journal, maxPoolSize }).toEqual({
      w: 'majority',
      journal: true,
      maxPoolSize: 50,
    })
    await connection.close()
    network.close()
  })
})
