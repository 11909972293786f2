import { createHash, randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { password, registration, someAddress } from '../support/api.ts'
import type { Attack } from './attack.ts'
import { type Reply, send } from './client.ts'
import { forged } from './forge.ts'

// separate client addresses, so that no other test reaches the limit
const flooder = '127.0.66.1'
const neighbour = '127.0.66.2'
const resend = 'POST /api/auth/resend-verification'
// storySite in infra/local/checks/stories.ts: 5 times 100 per e-mail address, and half of 10 times 100 before proof of work
const allowed = 500

/** Only the visible text: the request id differs each time. */
const shown = ({ status, body }: Reply) => {
  const { instance: _, ...rest } = body
  return { status, ...rest }
}

const otherAddresses: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-for': '198.51.100.7' },
  { 'x-forwarded-for': '127.0.0.1, 198.51.100.8', 'x-real-ip': '198.51.100.8' },
  { forwarded: 'for=198.51.100.9', 'true-client-ip': '198.51.100.9', 'cf-connecting-ip': '198.51.100.9' },
  { 'x-client-ip': '198.51.100.10' },
]

/** Order matters: the first uses up a limit, the others try to get around it. */
export const limitAttacks: readonly Attack[] = [
  {
    name: '500 mails to one address, and one more, however it is spelled',
    send: async () => {
      const email = someAddress('limit')
      const spelled = [email, email.toUpperCase(), ` ${email} `, email.replace('limit', 'Limit')]
      const statuses = new Set<number>()
      for (let sent = 0; sent < allowed; sent += 50) {
        const answers = Array.from({ length: 50 }, (_, index) =>
          send(resend, {
            from: flooder,
            body: { email: spelled[index % spelled.length] },
            headers: { 'x-forwarded-for': `192.0.2.${index}`, 'x-real-ip': `192.0.2.${index}` },
          }),
        )
        for (const { status } of await Promise.all(answers)) statuses.add(status)
      }
      expect([...statuses]).toEqual([200])
      return send(resend, { from: neighbour, body: { email: email.toUpperCase() } })
    },
    status: 429,
    effect: ({ headers }) => expect(Number(headers['retry-after'])).toBeGreaterThan(0),
  },
  ...otherAddresses.map(
    (headers): Attack => ({
      name: `another client address by ${Object.keys(headers).join(', ')}`,
      send: () => send(resend, { from: flooder, body: { email: someAddress() }, headers }),
      status: 403,
      effect: ({ body }) => expect(body['code']).toBe('PROOF_OF_WORK_REQUIRED'),
    }),
  ),
  ...[
    ['/api/Auth/resend-verification', 404],
    ['/api/auth/resend-verification/', 404],
    ['/api/auth//resend-verification', 400],
    ['/api/auth/resend%2dverification', 404],
    ['/api/auth/resend-verification?x=1', 403],
  ].map(
    ([path, status]): Attack => ({
      name: `around the limit by ${path}`,
      send: () => send(`POST ${path}`, { from: flooder, body: { email: someAddress() } }),
      status: Number(status),
    }),
  ),
  {
    name: 'a proof of work that was used before',
    send: async () => {
      const altcha = await solved()
      const first = await send(resend, { from: flooder, body: { email: someAddress(), altcha } })
      expect(first.status).toBe(200)
      return send(resend, { from: flooder, body: { email: someAddress(), altcha } })
    },
    status: 403,
  },
  {
    name: 'a proof of work of its own making',
    send: async () => {
      const fields = JSON.parse(Buffer.from(await solved(), 'base64').toString())
      const easy = {
        ...fields,
        salt: 'x?expires=9999999999',
        challenge: sha('x?expires=99999999990'),
        number: 0,
      }
      const altcha = Buffer.from(JSON.stringify(easy)).toString('base64')
      return send(resend, { from: flooder, body: { email: someAddress(), altcha } })
    },
    status: 403,
  },
  {
    name: 'a proof of work that does not end',
    send: async () => {
      const fields = JSON.parse(Buffer.from(await solved(), 'base64').toString())
      const lasting = { ...fields, salt: String(fields.salt).replace(/expires=\d+/, 'expires=9999999999') }
      const altcha = Buffer.from(JSON.stringify(lasting)).toString('base64')
      return send(resend, { from: flooder, body: { email: someAddress(), altcha } })
    },
    status: 403,
  },
  {
    name: 'the neighbour is not asked',
    send: () => send(resend, { from: neighbour, body: { email: someAddress() } }),
    status: process.platform === 'linux' ? 200 : 403,
  },
]

/** Attempts to find out which addresses have an account. */
export const enumerationAttacks: readonly Attack[] = [
  {
    name: 'by the sign-in',
    send: async ({ victim }) => {
      const attempt = (email: string) =>
        send('POST /api/auth/login', { body: { email, password: 'not it at all' } })
      const [known, unknown] = [await attempt(victim.email), await attempt(someAddress())]
      expect(shown(known)).toEqual(shown(unknown))
      return known
    },
    status: 401,
  },
  {
    name: 'by the registration',
    send: async ({ victim }) => {
      const attempt = (email: string) =>
        send('POST /api/auth/register', { body: { ...registration('student', email), password } })
      const [known, unknown] = [await attempt(victim.email), await attempt(someAddress())]
      expect(shown(known)).toEqual(shown(unknown))
      return known
    },
    status: 201,
  },
  {
    name: 'by an Idempotency-Key that was used for the address',
    send: async ({ victim }) => {
      const attempt = async (email: string) => {
        const headers = { 'idempotency-key': randomUUID() }
        const register = (address: string) =>
          send('POST /api/auth/register', { body: registration('student', address), headers })
        const first = await register(email)
        return [first.status, shown(await register(email)), shown(await register(someAddress()))]
      }
      const known = await attempt(victim.email)
      expect(known).toEqual(await attempt(someAddress()))
      return send('POST /api/auth/register', { body: registration('student', victim.email) })
    },
    status: 201,
  },
  ...['forgot-password', 'detect-role'].map(
    (path): Attack => ({
      name: `by ${path}`,
      send: async ({ victim }) => {
        const attempt = (email: string) => send(`POST /api/auth/${path}`, { body: { email } })
        const [known, unknown] = [await attempt(victim.email), await attempt(someAddress())]
        expect(shown(known)).toEqual(shown(unknown))
        return known
      },
      status: 200,
    }),
  ),
  {
    name: 'by another verification mail',
    send: async ({ victim }) => {
      const attempt = (email: string) => send(resend, { body: { email } })
      const unknown = someAddress()
      const [known, other] = [await attempt(victim.email), await attempt(unknown)]
      const text = (reply: Reply, email: string) => JSON.stringify(shown(reply)).replace(email, '…')
      expect(text(known, victim.email)).toBe(text(other, unknown))
      return known
    },
    status: 200,
  },
  {
    name: 'by an id, as an administrator',
    send: async ({ as }) => {
      const missing = await send('GET /api/admin/users/00000000-0000-4000-8000-000000000000', {
        token: as.admin.token,
      })
      expect(missing.text).not.toContain('00000000-0000')
      return missing
    },
    status: 404,
  },
  {
    name: 'by a session of somebody who is not',
    send: () => send('GET /api/auth/profile', { token: forged('00000000-0000-4000-8000-000000000000') }),
    status: 401,
  },
]

const sha = (value: string) => createHash('sha256').update(value).digest('hex')

/** Solves the proof of work. */
async function solved(): Promise<string> {
  const { body } = await send('GET /api/auth/challenge')
  const { salt, challenge, maxnumber } = body
  for (let number = 0; number <= Number(maxnumber); number++) {
    if (sha(`${salt}${number}`) === challenge) {
      return Buffer.from(JSON.stringify({ ...body, number })).toString('base64')
    }
  }
  throw new Error('a challenge without a solution')
}
