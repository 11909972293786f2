import { demoPassword } from '@darsi/contracts/reference/demo.ts'
import { expect } from '@playwright/test'
import { registration, someAddress } from '../support/api.ts'
import { mailTo } from '../support/mail.ts'
import { type Attack, mine } from './attack.ts'
import { send } from './client.ts'

const login = 'POST /api/auth/login'
const register = 'POST /api/auth/register'
const forgot = 'POST /api/auth/forgot-password'

const body = (name: string, key: string, sent: unknown, status = 400): Attack => ({
  name,
  send: () => send(key, { body: sent }),
  status,
})
const text = (name: string, sent: string, status = 400): Attack => ({
  name,
  send: () => send(login, { text: sent }),
  status,
})
const newcomer = (change: object) => ({ ...registration('student', someAddress('abuse')), ...change })

/** Database operators instead of a value. */
export const operatorAttacks: readonly Attack[] = [
  body('$ne for the address', login, { email: { $ne: null }, password: 'x' }),
  body('$ne for address and password', login, { email: { $ne: null }, password: { $ne: null } }),
  body('$regex for the address', login, { email: { $regex: '^admin' }, password: 'x' }),
  body('a list of passwords', login, { email: 'a@example.tn', password: ['a', 'b'] }),
  body('$gt for the address to remind', forgot, { email: { $gt: '' } }),
  body('$where as a field', forgot, { email: 'a@example.tn', $where: 'sleep(1000)' }),
  body('$regex for the mailed token', 'POST /api/auth/verify-email', { token: { $regex: '.*' } }),
  body('$exists for the reset token', 'POST /api/auth/reset-password', {
    token: { $exists: true },
    password: 'Olive-Tree-42-Sfax-Rain',
  }),
  body('$ne for the challenge', 'POST /api/auth/login/factor', { challenge: { $ne: '' }, code: '000000' }),
  ...[
    'role[$ne]=student',
    'q[$regex]=.*',
    'q=a&q=b',
    'status=$ne',
    'sort=$natural',
    'limit=1e3',
    'limit=-1',
    'cursor=%7B%22%24gt%22%3A%22%22%7D',
    'cursor=AAAA',
    'fields=passwordHash',
    '__proto__[role]=admin',
    'constructor.prototype.role=admin',
    `q=${'a'.repeat(65)}`,
  ].map(
    (query): Attack => ({
      name: `a list of users with ${query.slice(0, 40)}`,
      send: ({ as }) => send(`GET /api/admin/users?${query}`, { token: as.admin.token }),
      status: 400,
    }),
  ),
  ...['(a%2B)%2B%24', '.*', '%5E', '%5C', '%7B%22%24ne%22%3A1%7D', '%24where'].map(
    (q): Attack => ({
      name: `a search for ${decodeURIComponent(q)}`,
      send: ({ as }) => send(`GET /api/admin/users?q=${q}`, { token: as.admin.token }),
      status: 200,
      effect: ({ body: found }) => expect(found['data']).toEqual([]),
    }),
  ),
  {
    name: 'an operator as an id',
    send: ({ as }) => send('GET /api/admin/users/%7B%22$ne%22:null%7D', { token: as.admin.token }),
    status: 404,
  },
  mine('operators as ids of notifications', 'POST /api/notifications/read', { ids: [{ $ne: null }] }),
]

/** Fields that the caller may not set. */
export const assignmentAttacks: readonly Attack[] = [
  body('a role at registration', register, newcomer({ role: 'super-admin' })),
  body('a status at registration', register, newcomer({ status: 'approved' })),
  body(
    'a verified address at registration',
    register,
    newcomer({ emailVerifiedAt: '2026-01-01', isVerified: true }),
  ),
  body('an id at registration', register, newcomer({ _id: '1', id: '1' })),
  body('super-admin as a kind of user', register, newcomer({ userType: 'super-admin' })),
  body('a kind of user with a space', register, newcomer({ userType: 'super-admin ' })),
  body('kinds of user in a list', register, newcomer({ userType: ['student', 'admin'] })),
  body('a teacher by the way of students', 'POST /api/auth/register/student', {
    ...registration('teacher', someAddress('abuse')),
  }),
  body('an admin by the way of students', 'POST /api/auth/register/student', {
    ...registration('admin', someAddress('abuse')),
  }),
  body("a teacher's approval among the role's data", register, {
    ...registration('teacher', someAddress('abuse')),
    roleSpecificData: { teachingSubjects: ['Mathematics'], acceptTerms: true, approvedAt: '2026-01-01' },
  }),
  body('where to go after the sign-in', login, {
    email: 'a@example.tn',
    password: 'x',
    redirectTo: 'https://evil.example',
  }),
  mine('a role in the profile', 'PATCH /api/me/profile', { version: 1, role: 'super-admin' }),
  {
    name: "another's profile by id",
    send: ({ me, victim }) =>
      send('PATCH /api/me/profile', {
        token: me.token,
        body: { version: 1, id: victim.id, phone: '+21620123456' },
      }),
    status: 400,
  },
  mine('another address in the profile', 'PATCH /api/me/profile', { version: 1, email: 'new@example.tn' }),
  {
    name: 'a decision that there is not',
    send: ({ as, victim }) =>
      send(`PUT /api/admin/users/${victim.id}/status`, {
        token: as.admin.token,
        body: { status: 'deleted' },
      }),
    status: 400,
  },
  {
    name: 'a decision with a role',
    send: ({ as, victim }) =>
      send(`PUT /api/admin/users/${victim.id}/status`, {
        token: as.admin.token,
        body: { status: 'approved', role: 'admin' },
      }),
    status: 400,
  },
  mine('a preference that there is not', 'PUT /api/me/preferences', { language: 'en', admin: true }),
  mine('a lunch hour offered', 'POST /api/availability/save', {
    week_offset: 0,
    availability: [{ day_of_week: 1, hour: 13, is_available: true }],
  }),
]

/** Dangerous JSON. */
export const shapeAttacks: readonly Attack[] = [
  text('a prototype', '{"__proto__":{"role":"admin"},"email":"","password":""}'),
  text('a prototype deep inside', '{"email":"a@example.tn","password":{"__proto__":{"x":1}}}'),
  text('a constructor', '{"constructor":{"prototype":{"role":"admin"}},"email":"","password":""}'),
  text('50,000 brackets', '['.repeat(50_000)),
  text('null', 'null'),
  text('a list', '[]'),
  text('a string', '"x"'),
  text('a number', '1e999'),
  text('half an object', '{"email":'),
  text('two objects', '{}{}'),
  text('a comment', '{"email":"a@example.tn"/**/,"password":"x"}'),
  text('a single quote', "{'email':'a@example.tn'}"),
  text('a NUL', '{"email":"a@example.tn\\u0000","password":"x"}'),
  text('half a surrogate', '{"email":"\\ud800@example.tn","password":"x"}', 401),
  body('a password of 2,000 characters', login, { email: 'a@example.tn', password: 'x'.repeat(2000) }),
  body('an address of 1,000 characters', login, { email: `${'a'.repeat(1000)}@example.tn`, password: 'x' }),
  body('a proof of work of 5,000 characters', login, {
    email: 'a@example.tn',
    password: 'x',
    altcha: 'A'.repeat(5000),
  }),
  body('a week far away', 'POST /api/availability/save', { week_offset: 1e308, availability: [] }, 401),
  {
    name: 'a prototype among the data of a role, which is dropped',
    send: () =>
      send(register, {
        text: JSON.stringify(newcomer({})).replace(
          '"roleSpecificData":{',
          '"roleSpecificData":{"__proto__":{"x":1},',
        ),
      }),
    status: 201,
    effect: () => expect(Object.hasOwn(Object.prototype, 'x')).toBe(false),
  },
  {
    name: 'a prototype in the profile, which is dropped',
    send: ({ me }) =>
      send('PATCH /api/me/profile', {
        token: me.token,
        text: '{"version":1,"roleData":{"__proto__":{"approved":true}}}',
      }),
    status: 200,
    effect: ({ text: answer }) => expect(answer).not.toMatch(/__proto__|approved/),
  },
  {
    name: 'a thousand free hours',
    send: ({ me }) => {
      const hour = { day_of_week: 1, hour: 9, is_available: true }
      return send('POST /api/availability/save', {
        token: me.token,
        body: { week_offset: 0, availability: Array(1000).fill(hour) },
      })
    },
    status: 400,
  },
]

const refusedAddresses = {
  'two addresses': 'a@example.tn,evil@evil.example',
  'a display name': 'Amal <evil@evil.example>',
  'a line break': 'a@example.tn\r\nBcc: evil@evil.example',
  'an encoded line break': 'a@example.tn%0d%0aBcc:evil@evil.example',
  'a NUL': 'admin@demo.darsi.example\0.evil.example',
  'a Cyrillic letter': '\u0430dmin@demo.darsi.example',
  'two at signs': 'a@b@example.tn',
  'a quoted name': '"a b"@example.tn',
  'an address of a machine': 'a@[127.0.0.1]',
  'no domain': 'root@localhost',
  'a path': '../../etc/passwd@example.tn',
  'a template': '{{7*7}}@example.tn '.repeat(2),
  'a regular expression bomb': `${'a.'.repeat(30)}@${'a-'.repeat(100)}`,
}

const evilName = '"Evil" <evil@evil.example>, <img src=x onerror=alert(1)>'

/** Addresses and names with a different meaning in a mail than in a form. */
export const mailAttacks: readonly Attack[] = [
  ...Object.entries(refusedAddresses).map(
    ([name, email]): Attack => body(`an address with ${name}`, register, newcomer({ email })),
  ),
  ...['admin\u200b@demo.darsi.example', '\u202eadmin@demo.darsi.example', ' ADMIN@DEMO.darsi.example '].map(
    (email): Attack => ({
      name: `a second account for an address, spelled ${JSON.stringify(email)}`,
      send: () => send(register, { body: newcomer({ email }) }),
      status: 201,
      // the same answer as for any registration; the existing account keeps its role and its password
      effect: async () => {
        const demo = { email: 'admin@demo.darsi.example', password: demoPassword }
        const { body: found } = await send(login, { body: demo })
        expect(found['user']).toMatchObject({ role: 'admin', email: demo.email })
      },
    }),
  ),
  body('a line break in a name', register, newcomer({ fullName: 'Amal\r\nBcc: evil@evil.example' })),
  body(
    'a line break in the name of a contact',
    'POST /api/contact',
    contact({ name: 'Amal\nBcc: x@evil.example' }),
  ),
  body(
    'a line break in the subject of a contact',
    'POST /api/contact',
    contact({ subject: 'x\r\nBcc: x@evil.example' }),
  ),
  body(
    'a list of addresses in a contact',
    'POST /api/contact',
    contact({ email: 'a@example.tn, x@evil.example' }),
  ),
  body('a name with addresses and markup', register, newcomer({ fullName: evilName })),
  {
    name: 'addresses and markup in the name of a contact, which the team reads',
    send: async () => {
      const email = someAddress('markup')
      const answer = await send('POST /api/contact', { body: contact({ name: evilName, email }) })
      const copy = await mailTo(email, /\(\w+\)/)
      const reference = /\((\w+)\)/.exec(copy.subject)?.[1] ?? 'none'
      const mail = await mailTo('support@darsi.example', new RegExp(reference))
      expect(mail.to.map(({ address }) => address)).toEqual(['support@darsi.example'])
      expect(mail.text).toContain('From: "Evil"')
      // no mail program turns it into a link
      expect(mail.text + mail.html).not.toContain('evil@evil.example')
      expect(mail.html).not.toContain('<img src=x')
      expect(copy.to.map(({ address }) => address)).toEqual([email])
      expect(copy.text + copy.html).not.toContain('evil')
      return answer
    },
    status: 201,
  },
  {
    name: "a link to the attacker's host",
    send: async ({ victim }) => {
      const answer = await send(forgot, {
        body: { email: victim.email },
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
      })
      const mail = await mailTo(victim.email, /password/i)
      expect(mail.text).toMatch(/http:\/\/localhost:\d+\/reset-password/)
      expect(mail.text + mail.html).not.toContain('evil.example')
      return answer
    },
    status: 200,
  },
]

function contact(change: object) {
  return {
    name: 'Amal',
    email: 'a@example.tn',
    userType: 'parent',
    subject: 'general',
    message: 'x',
    ...change,
  }
}
