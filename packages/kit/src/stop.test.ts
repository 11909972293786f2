import { Agent, get, type IncomingMessage } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { listen } from './http/listen.ts'
import { drainServer } from './stop.ts'

describe('a service that stops', () => {
  async function started(handle: (done: () => void) => void) {
    const { server, port } = await listen(
      (_request, response) => handle(() => response.end('ok')),
      0,
      '127.0.0.1',
    )
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const call = (through: Agent | false = agent) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get({ port, host: '127.0.0.1', agent: through }, (answer) => {
          answer.resume().on('end', () => resolve(answer))
        }).on('error', reject)
      })
    return { server, call }
  }

  it('answers on connections that are open and ends them so, and refuses new ones at once', async () => {
    const { server, call } = await started((done) => done())
    expect((await call()).headers.connection).toBe('keep-alive')
    const drained = drainServer(server)
    await expect(call(false)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    const last = await call()
    expect(last.statusCode).toBe(200)
    expect(last.headers.connection).toBe('close')
    await drained
  })

  it('finishes the request that runs', async () => {
    let finish: () => void = () => {}
    const arrived = Promise.withResolvers<void>()
    const { server, call } = await started((done) => {
      finish = done
      arrived.resolve()
    })
    const answer = call()
    await arrived.promise
    const drained = drainServer(server, 50)
    await new Promise((resolve) => setTimeout(resolve, 100))
    finish()
    expect((await answer).statusCode).toBe(200)
    await drained
  })

  it('closes an unused connection after a timeout', async () => {
    const { server, call } = await started((done) => done())
    await call()
    await drainServer(server, 50)
  })
})
