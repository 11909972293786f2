import { demoPassword } from '@darsi/contracts/reference/demo.ts'
import { services } from '@darsi/contracts/reference/services.ts'
import { accessToken } from '@darsi/contracts/rules/access-token.ts'
import { expect } from '@playwright/test'
import { stolen } from '../support/site.ts'
import type { Attack } from './attack.ts'
import { type Reply, send } from './client.ts'
import { forged, identityFor, otherKey, seconds, signedWithPublicKey, unsigned } from './forge.ts'

const profile = 'GET /api/auth/profile'
const users = 'GET /api/admin/users'

/** A forged access token, tested with a call that every valid token may make. */
const token = (name: string, make: (id: string, mine: string) => string): Attack => ({
  name,
  send: ({ victim, me }) => send(profile, { token: make(victim.id, me.token) }),
  status: 401,
})
const edited = (jwt: string, change: object) => {
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), ...change }
  return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
}

/** Invalid, altered or expired tokens. */
export const tokenAttacks: readonly Attack[] = [
  token('an unsigned token', (id) => unsigned(id)),
  token('an unsigned token, spelled otherwise', (id) => unsigned(id, 'nOnE')),
  token('a token signed with the public key as a secret', signedWithPublicKey),
  token('an expired token', (id) => forged(id, { claims: { iat: seconds() - 900, exp: seconds() - 300 } })),
  token('a token that does not count yet', (id) => forged(id, { claims: { nbf: seconds() + 300 } })),
  token('a token without an end', (id) => forged(id, { claims: { exp: undefined } })),
  token('a token for somebody else', (id) => forged(id, { claims: { aud: 'other' } })),
  token('a token from somebody else', (id) => forged(id, { claims: { iss: 'other' } })),
  token('a token of another type', (id) => forged(id, { header: { typ: 'JWT' } })),
  token('a token without a session', (id) => forged(id, { claims: { sid: undefined } })),
  token('a token with a role that there is not', (id) => forged(id, { claims: { role: 'root' } })),
  token('a token with two roles', (id) => forged(id, { claims: { role: ['student', 'super-admin'] } })),
  token('a token by another key', (id) => forged(id, { key: otherKey })),
  token('a token that brings its key along', (id) =>
    forged(id, { key: otherKey, header: { jwk: otherKey.export({ format: 'jwk' }), kid: undefined } }),
  ),
  token('a token that says where its key is', (id) =>
    forged(id, { key: otherKey, header: { jku: 'http://127.0.0.1:9/keys', kid: 'x' } }),
  ),
  token('a token whose key is a file', (id) =>
    forged(id, { key: otherKey, header: { kid: '../../../../dev/null' } }),
  ),
  token('a token with a critical header that nobody knows', (id) =>
    forged(id, { header: { crit: ['x'], x: 1 } }),
  ),
  token('a real token, promoted', (_, mine) => edited(mine, { role: 'super-admin' })),
  token("a real token with another's name", (id, mine) => edited(mine, { sub: id })),
  token('a real token that lives longer', (_, mine) => edited(mine, { exp: seconds() + 86_400 })),
  token('a real token cut short', (_, mine) => mine.slice(0, -4)),
  token('a real token said twice', (_, mine) => `${mine},${mine}`),
  token('a token of 5 kB', (id) => forged(id, { claims: { x: 'x'.repeat(5000) } })),
  token('the identity of the inside', () => identityFor('auth')),
  {
    name: 'a token in the address',
    send: ({ me }) => send(`${profile}?access_token=${me.token}`),
    status: 401,
  },
  {
    name: 'a token in a cookie',
    send: ({ me }) => send(profile, { headers: { cookie: `authToken=${me.token}; token=${me.token}` } }),
    status: 401,
  },
  {
    name: 'the refresh token as an access token',
    send: ({ me }) => send(profile, { token: me.cookie.replace('refresh=', '') }),
    status: 401,
  },
  {
    name: 'a proof of the password that is too old for a deletion',
    send: ({ as, victim }) => {
      const claims = { auth_time: seconds() - 3600 }
      return send(`DELETE /api/admin/users/${victim.id}`, {
        token: forged(as['super-admin'].id, { claims }),
      })
    },
    status: 403,
    effect: ({ body }) => expect(body['code']).toBe('REAUTHENTICATION_REQUIRED'),
  },
]

const claims: readonly Readonly<Record<string, string>>[] = [
  { 'x-user-id': '1', 'x-user-role': 'super-admin' },
  { 'x-darsi-identity': identityFor('admin') },
  { 'X-DARSI-IDENTITY': identityFor('admin'), connection: 'close, x-darsi-identity' },
  { 'x-forwarded-user': 'root', 'x-remote-user': 'root', 'x-authenticated-userid': '1' },
  { 'x-original-url': '/api/statistics/basic', 'x-rewrite-url': '/api/statistics/basic' },
  { 'x-internal': 'true', 'x-from-gateway': 'true', forwarded: 'for=127.0.0.1;by=gateway' },
]

/** Headers that claim an identity. */
export const identityAttacks: readonly Attack[] = [
  ...claims.map(
    (headers, index): Attack => ({
      name: `a role by header (${Object.keys(headers)[0]}, ${index + 1})`,
      send: ({ me }) => send(users, { token: me.token, headers }),
      status: 403,
    }),
  ),
  {
    name: "another's identity beside one's own token",
    send: ({ me }) =>
      send(profile, { token: me.token, headers: { 'x-darsi-identity': identityFor('auth') } }),
    status: 200,
    effect: ({ body }, { me }) => expect(body['data']).toMatchObject({ id: me.id, role: 'teacher' }),
  },
  {
    name: 'a connection header that would drop the identity on its way in',
    send: ({ me }) =>
      send(profile, {
        token: me.token,
        headers: { connection: 'keep-alive, x-darsi-identity, authorization, x-client-ip' },
      }),
    status: 200,
    effect: ({ body }, { me }) => expect(body['data']).toMatchObject({ id: me.id }),
  },
  {
    name: 'another address by header',
    send: () => send('GET /api/statistics/basic', { headers: { 'x-original-url': '/api/admin/users' } }),
    status: 200,
    effect: ({ text }) => expect(text).not.toContain('@'),
  },
  {
    name: 'another method by header',
    send: ({ as, victim }) =>
      send(`GET /api/admin/users/${victim.id}`, {
        token: as['super-admin'].token,
        headers: {
          'x-http-method-override': 'DELETE',
          'x-method-override': 'DELETE',
          'x-http-method': 'DELETE',
        },
      }),
    status: 200,
    effect: async (_, { victim }) => {
      expect((await send(profile, { token: victim.token })).status).toBe(200)
    },
  },
]

/** Calls to a service directly, around the gateway. */
export const insideAttacks: readonly Attack[] = services.flatMap((service): Attack[] =>
  [
    ['no identity', undefined],
    ['an identity by another key', identityFor(service, { key: otherKey })],
    ['an identity for another service', identityFor('other')],
    ['an identity from yesterday', identityFor(service, { claims: { exp: seconds() - 120 } })],
    [
      'an access token as an identity',
      forged('forged', { claims: { aud: service, iss: accessToken.issuer } }),
    ],
  ].map(([name, identity]) => ({
    name: `${service} with ${name}`,
    send: () => inside(service, identity),
    status: 401,
  })),
)

async function inside(service: string, identity: string | undefined): Promise<Reply> {
  const answer = await fetch(`${stolen().services[service]}/me/profile`, {
    headers: identity ? { 'x-darsi-identity': identity } : {},
  })
  return { status: answer.status, headers: {}, text: await answer.text(), body: {} }
}

/** Calls of a signed-in user on other people's data. */
export const objectAttacks: readonly Attack[] = [
  {
    name: "ending another's session",
    send: async ({ me, victim }) => {
      const sessions = await send('GET /api/auth/sessions', { token: victim.token })
      // `as`: the call's own answer
      const [{ id } = { id: '' }] = sessions.body['data'] as { id: string }[]
      return send(`DELETE /api/auth/sessions/${id}`, { token: me.token })
    },
    status: 404,
    effect: async (_, { victim }) => {
      expect((await send(profile, { token: victim.token })).status).toBe(200)
    },
  },
  {
    name: "another's second factor",
    send: ({ me, victim }) =>
      send(`DELETE /api/auth/factors/${victim.id}`, { token: me.token, body: { password: 'guess' } }),
    status: 403,
  },
  {
    name: "an administrator's page",
    send: ({ me, victim }) => send(`GET /api/admin/users/${victim.id}`, { token: me.token }),
    status: 403,
  },
  {
    name: 'a decision on oneself',
    send: ({ me }) =>
      send(`PUT /api/admin/users/${me.id}/status`, { token: me.token, body: { status: 'approved' } }),
    status: 403,
  },
  {
    name: 'a deletion by an administrator',
    send: ({ as, victim }) => send(`DELETE /api/admin/users/${victim.id}`, { token: as.admin.token }),
    status: 403,
  },
  {
    name: 'an administrator who suspends an administrator',
    send: ({ as }) =>
      send(`PUT /api/admin/users/${as.admin.id}/status`, {
        token: as.admin.token,
        body: { status: 'suspended', notes: 'x' },
      }),
    status: 403,
  },
  {
    name: 'the deletion of a super-admin',
    send: ({ as }) =>
      send(`DELETE /api/admin/users/${as['super-admin'].id}`, { token: as['super-admin'].token }),
    status: 403,
  },
  {
    name: "another's notifications",
    send: ({ me, victim }) =>
      send('POST /api/notifications/read', { token: me.token, body: { userId: victim.id } }),
    status: 400,
  },
  {
    name: "an administrator's invitation by an administrator",
    send: ({ as }) =>
      send('POST /api/superadmin/admins', {
        token: as.admin.token,
        body: { email: 'x@example.tn', fullName: 'X' },
      }),
    status: 403,
  },
  {
    name: 'a grid by a parent',
    send: ({ as }) => send('GET /api/availability/teacher', { token: as.parent.token }),
    status: 403,
  },
  {
    name: 'the demo password for another account',
    send: ({ victim }) =>
      send('POST /api/auth/login', { body: { email: victim.email, password: demoPassword } }),
    status: 401,
  },
]
