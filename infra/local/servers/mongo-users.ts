import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services } from '@darsi/contracts/reference/services.ts'
import { operator } from '@darsi/kit/kafka/kafka-rules.ts'
import type { mongo } from 'mongoose'
import { mongoRoles } from '../../access/mongo-users.ts'
import { replaceFile } from '../keys/key-files.ts'
import { type Spec, startChild } from '../process/child.ts'
import { unlessStopped } from '../process/main.ts'
import type { Access } from './access.ts'

/** Stored beside the data, so that both are removed together. */
const noteName = 'users.sha256'

/**
 * Creates the users of a data folder: starts the server without logins on a private port, and stops it. Done once per
 * list of users, because SecantusDB cannot create the first user once logins are required.
 */
export async function makeMongoUsers(options: {
  home: string
  passwords: Access['mongo']
  /** The spec of a server without logins. */
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

function writeUsers(port: number, users: readonly { name: string; pwd: string; roles: object[] }[]) {
  return withDatabase(`mongodb://127.0.0.1:${port}/?directConnection=true`, async (admin) => {
    for (const { name, pwd, roles } of users) {
      const known = await admin.command({ usersInfo: name })
      await admin.command({ [known['users'].length > 0 ? 'updateUser' : 'createUser']: name, pwd, roles })
    }
  })
}

/** Calls `use` with the database `admin` of a server. */
export async function withDatabase<T>(url: string, use: (admin: mongo.Db) => Promise<T>): Promise<T> {
  // needed only at a start, and slow to load
  const { default: mongoose } = await import('mongoose')
  const client = await mongoose.mongo.MongoClient.connect(url)
  try {
    return await use(client.db('admin'))
  } finally {
    await client.close()
  }
}
