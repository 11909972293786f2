import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRevocationReader } from '@darsi/kit/identity/revocations.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { eventually, markRevocationsComplete, silentLog } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Redis } from 'ioredis'
import { lifetime } from '../local/process/main.ts'
import { freePorts } from '../local/process/ports.ts'
import { redisServer } from '../local/tools/install.ts'

describe('a Redis server that was a replica meanwhile', () => {
  const home = mkdtempSync(join(tmpdir(), 'darsi-promoted-'))
  const clients: Redis[] = []
  let [url, stop] = ['', async () => {}]
  const connect = () => {
    const client = connectRedis(url, silentLog)
    clients.push(client)
    return client
  }

  beforeAll(async () => {
    const [port] = await freePorts(1)
    const command = await redisServer({ say: () => {}, stop: lifetime })
    const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', home, '--save', '']
    const server = spawn(command, place, { stdio: 'ignore' })
    const ended = new Promise((resolve) => server.once('exit', resolve))
    stop = async () => {
      server.kill()
      await ended
    }
    url = `redis://127.0.0.1:${port}`
  })
  afterAll(async () => {
    for (const client of clients) client.disconnect()
    await stop()
    rmSync(home, { recursive: true, force: true })
  })

  it('has not all revocations, although it kept its own mark: the other master may have got more', async () => {
    const admin = connect()
    await eventually(async () => (await admin.ping()) === 'PONG')
    await markRevocationsComplete(admin)
    const session = [{ sessionId: 's', userId: 'u' }]
    const before = createRevocationReader(connect())
    await eventually(async () => (await before(session)) !== null)
    // its master, on which a session ends now, is not reached
    await admin.call('REPLICAOF', '127.0.0.1', '1')
    await admin.call('REPLICAOF', 'NO', 'ONE')
    const later = connect()
    await eventually(async () => (await later.ping()) === 'PONG')
    expect(await createRevocationReader(later)(session)).toBeNull()
    await markRevocationsComplete(later)
    // an open connection asks for the id again
    expect(await before(session)).toBeNull()
    expect(await before(session)).not.toBeNull()
  })
})
