import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services } from '@darsi/contracts/events/event.ts'
import { operator } from '@darsi/kit/kafka/kafka-rules.ts'
import { mongoRoles } from '../access/mongo-users.ts'
import type { Access } from './access.ts'
import { type Spec, startChild } from './child.ts'
import { replaceFile } from './key-files.ts'
import { unlessStopped } from './main.ts'

/** Beside the data: who removes the data removes the users. */
const noteName = 'users.sha256'

/**
 * Gives a data folder its users: starts the server without names on a port that no process is told of, and ends it.
 * Done once for a list of users; SecantusDB lets nobody make the first user once it asks for names.
 */
export async function makeMongoUsers(options: {
  home: string
  passwords: Access['mongo']
  /** Of a server that asks for no name. */
  spec: Spec
  port: number
  stop?: AbortSignal | undefined
}): Promise<void> {
  const { home, passwords, spec, port, stop } = options
  const users = [
    { name: operator, pwd: passwords[operator], roles: [{ role: 'root', db: 'admin' }] },
    ...services.map((name) => ({ name, pwd: passwords[name], roles: mongoRoles(name) })),
  ]
  const note = join(home, noteName)
  const digest = createHash('sha256').update(JSON.stringify(users)).digest('hex')
  if (existsSync(note) && readFileSync(note, 'utf8') === digest) return
  const server = startChild(spec, { say: () => {}, gaveUp: () => {} })
  try {
    await unlessStopped(stop, server.ready())
    await unlessStopped(stop, writeUsers(port, users))
  } finally {
    await server.stop()
  }
  replaceFile(note, digest, 0o600)
}

async function writeUsers(port: number, users: readonly { name: string; pwd: string; roles: object[] }[]) {
  // needed at the first start alone, and slow to load
  const { default: mongoose } = await import('mongoose')
  const client = await mongoose.mongo.MongoClient.connect(
    `mongodb://127.0.0.1:${port}/?directConnection=true`,
  )
  try {
    const admin = client.db('admin')
    for (const { name, pwd, roles } of users) {
      const known = await admin.command({ usersInfo: name })
      await admin.command({ [known['users'].length > 0 ? 'updateUser' : 'createUser']: name, pwd, roles })
    }
  } finally {
    await client.close()
  }
}
