import { wireAttacks } from '@darsi/kit/testing/attacks.ts'
import { type RawAnswer, raw } from '@darsi/kit/testing/wire.ts'
import { expect } from '@playwright/test'
import type { Attack } from './abuse/attack.ts'
import { assignmentAttacks, mailAttacks, operatorAttacks, shapeAttacks } from './abuse/bodies.ts'
import { identityAttacks, insideAttacks, objectAttacks, tokenAttacks } from './abuse/callers.ts'
import { send } from './abuse/client.ts'
import { enumerationAttacks, limitAttacks } from './abuse/limits.ts'
import { fileAttacks, originAttacks, sessionAttacks } from './abuse/site.ts'
import { spreadsheetAttacks } from './abuse/spreadsheet.ts'
import { createWorld, type World } from './abuse/world.ts'
import { site } from './support/site.ts'
import { test } from './support/test.ts'

const groups: Readonly<Record<string, readonly Attack[]>> = {
  'forged tokens': tokenAttacks,
  'identities that are claimed': identityAttacks,
  'services called past the gateway': insideAttacks,
  'what is not yours': objectAttacks,
  'operators of the database': operatorAttacks,
  'fields that are not yours to set': assignmentAttacks,
  'JSON that is more than it seems': shapeAttacks,
  'mails that mean more': mailAttacks,
  'formulas in an export': spreadsheetAttacks,
  'files and ways out': fileAttacks,
  'pages of other sites': originAttacks,
  'sessions that are copied or invented': sessionAttacks,
  'ways around a limit': limitAttacks,
  'who has an account here': enumerationAttacks,
}
const trace = / {4}at |node_modules|\/src\/|MongoServerError|ECONN/
const port = Number(new URL(site.url).port)
// other tests run at the same time, so the time limits are long
const slow = wireAttacks.filter(([, , status]) => status === 408)
const slowly = new Map<string, Promise<RawAnswer>>()
let world: World

test.beforeAll(async () => {
  for (const [name, bytes] of slow) slowly.set(name, raw(port, bytes, 45_000))
  world = await createWorld()
})

test.describe('malformed bytes on the wire', () => {
  for (const [name, bytes, status] of wireAttacks.filter(([, , status]) => status !== 408))
    test(name, async () => {
      const answer = await raw(port, bytes)
      expect(answer.status).toBe(status)
      expect(answer.head).toMatch(/^content-type: application\/problem\+json/im)
      expect(answer.body).not.toMatch(trace)
      // one answer, not two: the server did not parse the bytes as a second request
      expect(answer.body).not.toMatch(/HTTP\/1\.1 /)
    })
})

for (const [group, attacks] of Object.entries(groups))
  test.describe(group, () => {
    for (const attack of attacks)
      test(attack.name, async () => {
        const reply = await attack.send(world)
        expect([reply.status, reply.text.slice(0, 300)]).toEqual([
          attack.status,
          expect.not.stringMatching(trace),
        ])
        await attack.effect?.(reply, world)
      })
  })

test.describe('slow clients', () => {
  for (const [name, , status] of slow)
    test(name, async () => {
      expect((await slowly.get(name))?.status).toBe(status)
    })
})

test.describe('after all attacks', () => {
  const count = Object.values(groups).flat().length + wireAttacks.length

  test(`at least 80 attacks were made (${count})`, () => {
    expect(count).toBeGreaterThanOrEqual(80)
  })

  test('other callers are still served, no caller got another identity, and no object got a new property', async () => {
    expect((await send('GET /')).status).toBe(200)
    expect((await send('GET /api/statistics/basic')).status).toBe(200)
    const { body } = await send('GET /api/auth/profile', { token: world.me.token })
    expect(body['data']).toMatchObject({ id: world.me.id, role: 'teacher', status: 'pending' })
  })
})
