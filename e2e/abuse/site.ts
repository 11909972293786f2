import { expect } from '@playwright/test'
import { password } from '../support/api.ts'
import type { Attack } from './attack.ts'
import { cookieOf, type Reply, send, someone } from './client.ts'

const get = (path: string, status: number, effect?: Attack['effect']): Attack => ({
  name: path,
  send: () => send(`GET ${path}`),
  status,
  ...(effect && { effect }),
})
const noLeak = ({ text }: Reply) =>
  expect(text).not.toMatch(/root:|passwordHash|"history"|BEGIN .*KEY|mongodb:/)

/** Files that must not be served, and path traversal. */
export const fileAttacks: readonly Attack[] = [
  ...[
    '/.env',
    '/.git/config',
    '/package.json',
    '/index.html.map',
    '/.build/redirects.json',
    '/.build/history.json',
    '/remotes/student/.build/history.json',
    '/remotes/student/package.json',
    '/remotes/student',
    '/remotes/constructor/x',
    '/remotes/Student/index.html',
    '/assets/',
    '/metrics',
    '/api/readyz',
    '/api/.well-known/jwks.json',
    '/server-status',
    '/%7e/',
  ].map((path) => get(path, 404, noLeak)),
  ...[
    '/..%5c..%5cetc/passwd',
    '/....//....//etc/passwd',
    '/%5cevil.example',
    '/\\evil.example',
    '//evil.example/%2e%2e',
    '/remotes/student/..;/..;/api',
    '/assets/%2e%2e/%2e%2e/secrets',
  ].map((path) => get(path, 400, noLeak)),
  get('/login?redirect=//evil.example', 200, ({ headers }) => expect(headers['location']).toBeUndefined()),
  get('/register?type=//evil.example', 308, ({ headers }) =>
    expect(headers['location']).toMatch(/^\/registration\?/),
  ),
  get('/register?type=x%0d%0aSet-Cookie:%20a=b', 308, ({ headers }) => {
    expect(headers['location']).toMatch(/^\/registration\?/)
    expect(headers['set-cookie']).toBeUndefined()
  }),
]

const from = (origin: string) => ({ origin, 'sec-fetch-site': 'cross-site' })
const noPermission = ({ headers }: Reply) =>
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])

/** Requests from pages of other sites. */
export const originAttacks: readonly Attack[] = [
  {
    name: 'a preflight',
    send: () =>
      send('OPTIONS /api/auth/login', {
        headers: { ...from('https://evil.example'), 'access-control-request-method': 'POST' },
      }),
    status: 405,
    effect: noPermission,
  },
  {
    name: 'a page that reads with a token',
    send: ({ me }) =>
      send('GET /api/auth/profile', { token: me.token, headers: from('https://evil.example') }),
    status: 200,
    effect: noPermission,
  },
  {
    name: 'a page without an origin that reads',
    send: () => send('GET /api/statistics/basic', { headers: { origin: 'null' } }),
    status: 200,
    effect: noPermission,
  },
  ...['https://evil.example', 'null', 'http://localhost.evil.example'].map(
    (origin): Attack => ({
      name: `a refresh from ${origin}`,
      send: ({ victim }) => send('POST /api/auth/refresh', { headers: { origin, cookie: victim.cookie } }),
      status: 403,
      effect: ({ headers }) => expect(headers['set-cookie']).toBeUndefined(),
    }),
  ),
  {
    name: 'a logout from another site',
    send: ({ victim }) =>
      send('POST /api/auth/logout', {
        headers: { ...from('https://evil.example'), cookie: victim.cookie },
      }),
    status: 403,
    effect: async (_, { victim }) => {
      expect((await send('GET /api/auth/profile', { token: victim.token })).status).toBe(200)
    },
  },
  {
    name: 'a refresh from a sister site',
    send: ({ victim }) =>
      send('POST /api/auth/refresh', { headers: { 'sec-fetch-site': 'same-site', cookie: victim.cookie } }),
    status: 403,
  },
  {
    name: 'a form of another site',
    send: () =>
      send('POST /api/auth/login', {
        text: '{"email":"a@example.tn","password":"x","ignored":"="}',
        headers: { 'content-type': 'text/plain', ...from('https://evil.example') },
      }),
    status: 415,
  },
]

const refresh = (cookie: string) => send('POST /api/auth/refresh', { headers: { cookie } })

/** Copied, invented or ended sessions. */
export const sessionAttacks: readonly Attack[] = [
  {
    name: 'a refresh token used again after its successor was used',
    send: async () => {
      const { cookie } = await someone()
      const second = await refresh(cookie)
      const third = await refresh(cookieOf(second))
      const replayed = await refresh(cookie)
      // both the thief and the owner are signed out
      expect((await refresh(cookieOf(third))).status).toBe(401)
      const token = String(third.body['token'])
      expect((await send('GET /api/auth/profile', { token })).status).toBe(401)
      return replayed
    },
    status: 401,
  },
  {
    name: 'an invented token for a session whose id is known',
    send: async () => {
      const { cookie } = await someone()
      const [id = ''] = cookie.replace('refresh=', '').split('.')
      const invented = await refresh(`refresh=${id}.${'A'.repeat(43)}.${'A'.repeat(43)}`)
      expect((await refresh(cookie)).status).toBe(200)
      return invented
    },
    status: 401,
  },
  {
    name: 'an operator as a refresh token',
    send: () => refresh('refresh={"$ne":null}'),
    status: 401,
  },
  {
    name: 'a token after the logout',
    send: async () => {
      const { cookie, token } = await someone()
      await send('POST /api/auth/logout', { token, headers: { cookie } })
      expect((await refresh(cookie)).status).toBe(401)
      return send('GET /api/auth/profile', { token })
    },
    status: 401,
  },
  {
    name: 'a token of another session after a new password',
    send: async () => {
      const owner = await someone()
      const thief = await send('POST /api/auth/login', { body: { email: owner.email, password } })
      const changed = await send('PUT /api/auth/password', {
        token: owner.token,
        body: { currentPassword: password, newPassword: 'trois-oliviers-au-bord' },
      })
      expect(changed.status).toBe(200)
      expect((await refresh(cookieOf(thief))).status).toBe(401)
      return send('GET /api/auth/profile', { token: String(thief.body['token']) })
    },
    status: 401,
  },
  {
    name: 'a session that is given and not made',
    send: async ({ victim }) => {
      const cookie = `${victim.cookie}; refresh=fixed; sid=fixed`
      const answer = await send('POST /api/auth/login', {
        body: { email: victim.email, password },
        headers: { cookie },
      })
      expect(cookieOf(answer)).not.toBe('refresh=fixed')
      return answer
    },
    status: 200,
  },
]
