import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import { newsletterApi } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { groupsApi } from '@darsi/contracts/calls/availability/groups-api.ts'
import { sessionsApi } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { EndpointTable } from '@darsi/contracts/calls/endpoint.ts'
import { pushApi } from '@darsi/contracts/calls/notifications/push-api.ts'
import { smsApi } from '@darsi/contracts/calls/notifications/sms-api.ts'
import { childrenApi } from '@darsi/contracts/calls/users/children-api.ts'
import { connectionsApi } from '@darsi/contracts/calls/users/connections-api.ts'
import { homeworkApi } from '@darsi/contracts/calls/users/homework-api.ts'
import { materialsApi } from '@darsi/contracts/calls/users/materials-api.ts'
import { proofsApi } from '@darsi/contracts/calls/users/proofs-api.ts'
import { publicPagesApi } from '@darsi/contracts/calls/users/public-pages-api.ts'
import { threadsApi } from '@darsi/contracts/calls/users/threads-api.ts'
import { waitingApi } from '@darsi/contracts/calls/users/waiting-api.ts'
import { languages } from '@darsi/contracts/reference/languages.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { freeTextsOf } from '@darsi/contracts/rules/texts/free-text.ts'
import { describeFaults, isNamed } from '@darsi/contracts/texts/field-faults.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createMetrics } from '../observability/metrics.ts'
import { serve, silentLog, someone, testGateway } from '../testing/testing.ts'
import { createApp } from './app.ts'
import { route } from './route.ts'

const calls: EndpointTable = {
  ...adminApi,
  ...childrenApi,
  ...connectionsApi,
  ...groupsApi,
  ...homeworkApi,
  ...materialsApi,
  ...newsletterApi,
  ...proofsApi,
  ...publicPagesApi,
  ...pushApi,
  ...sessionsApi,
  ...smsApi,
  ...threadsApi,
  ...waitingApi,
}

type Values = { readonly [field: string]: unknown }
type Form = readonly [key: keyof typeof calls & string, as: Role, valid: Values]

const wish = { teacherId: 't', subject: 'mathematics', message: 'Fractions', preferredTimes: ['2-evening'] }
const hour = { date: '2026-12-02', hour: 16, durationMinutes: 60, type: 'faceToFace' }
const group = {
  ...hour,
  subject: 'mathematics',
  level: 'secondary',
  topic: 'Limits',
  price: 15,
  capacity: 4,
  audience: 'minors',
}
const newsletter = { subject: 'News', body: 'Hello' }

/** What people fill in, with values that are accepted. */
const forms: readonly Form[] = [
  ['PUT /admin/teachers/:id/proofs/:proof', 'admin', { decision: 'refused', reason: 'Too dark' }],
  ['DELETE /admin/teachers/:id/photo', 'admin', { reason: 'Shows a child' }],
  ['PUT /me/public-page', 'teacher', { enabled: true, slug: 'amal-ben-salah' }],
  ['POST /connections', 'student', wish],
  ['POST /me/waiting-requests', 'student', wish],
  ['POST /me/guardian', 'student', { email: 'salma@example.tn', language: 'ar' }],
  ['POST /sessions/:id/details', 'parent', { place: 'Library', meetingLink: '', notes: 'Bring page 12' }],
  ['POST /groups', 'teacher', { ...group, place: 'Library', meetingLink: '' }],
  ['POST /threads/:id/messages', 'student', { text: 'Good evening', files: ['f'] }],
  ['POST /materials/uploads', 'student', { name: 'page.pdf', size: 1000 }],
  [
    'POST /threads/:id/homework',
    'teacher',
    { title: 'Page 12', text: 'Exercise 3', dueAt: '2026-12-02T17:00:00.000Z', files: ['f'] },
  ],
  ['POST /homework/:id/hand-in', 'student', { text: 'Done', files: ['f'] }],
  ['PUT /homework/:id/mark', 'teacher', { value: 15.5, comment: 'Well done' }],
  ['POST /newsletter', 'student', { email: 'reader@example.tn' }],
  [
    'POST /superadmin/newsletters',
    'super-admin',
    { texts: { en: newsletter, fr: newsletter, ar: newsletter } },
  ],
  [
    'POST /notifications/push/devices',
    'parent',
    { endpoint: 'https://push.example/1', p256dh: 'BNc', auth: 'tBH' },
  ],
  ['PUT /notifications/push/quiet', 'parent', { quiet: { from: 21, to: 7 } }],
  ['POST /notifications/sms/number', 'parent', { phone: '+216 20 123 456' }],
  ['POST /notifications/sms/confirm', 'parent', { code: '123456' }],
]
// their values guard against a stale tab; no person types them
const guarded: Values = { 'POST /sessions/:id/details': { version: 1 } }

let site: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  const keys = new Set<string>(forms.map(([key]) => key))
  const table: EndpointTable = Object.fromEntries(Object.entries(calls).filter(([key]) => keys.has(key)))
  const gateway = await testGateway('forms')
  const routes = forms.map(([key]) =>
    route(table, key, async () => undefined, {
      readers: async () => ({ lastTexts: async () => [], isBlocked: false }),
    }),
  )
  const parts = { verifyIdentity: gateway.verifyIdentity, metrics: createMetrics('forms'), now: Date.now }
  site = await serve(createApp({ table, routes, log: silentLog, ready: async () => {}, ...parts }), gateway)
})
afterAll(() => site.close())

/** The fields of a form from the body down; a list is one field. */
const leavesOf = (values: Values, above = ''): { path: string; value: unknown }[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const path = above + name
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isGroup ? leavesOf({ ...value }, `${path}.`) : [{ path, value }]
  })

/** The form with another value in one field. */
function withValue(values: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  const inner = values[name]
  const isGroup = rest.length > 0 && typeof inner === 'object' && inner !== null
  return { ...values, [name]: isGroup ? withValue({ ...inner }, rest, value) : value }
}

/** Values that no form accepts in a field of this kind. */
function badFor(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return [{ $gt: '' }, 7, ['x'], null, 'x'.repeat(50_000)]
  if (typeof value === 'number') return ['many', { $gt: 0 }, [], 1e12, -1e12, 0.123]
  if (typeof value === 'boolean') return ['yes', 1, null, {}]
  return ['x', {}, [{ $gt: '' }], Array.from({ length: 200 }, () => 'x')]
}

const send = ([key, as, valid]: Form, values: Values = valid, language = 'en') =>
  site.call(key.replaceAll(/:\w+/g, '1'), {
    as: someone(as),
    body: { ...values, ...Object(guarded[key]) },
    headers: { 'accept-language': language },
  })
const faultsOf = (answer: { body: Values }) => {
  const errors: unknown = answer.body['errors']
  return Array.isArray(errors) ? errors.map(({ path, message }) => ({ path, message })) : []
}

describe.each(forms.map((form) => ({ form, key: form[0] })))('$key', ({ form }) => {
  const [key, , valid] = form
  const leaves = leavesOf(valid)

  it('accepts what is meant for it', async () => {
    expect((await send(form)).status).toBeLessThan(300)
  })

  it('refuses wrong, too long and hostile values in every field, by its name and in the person’s language', async () => {
    for (const { path, value } of leaves) {
      expect([path, isNamed(path)]).toEqual([path, true])
      for (const [index, bad] of badFor(value).entries()) {
        const language = languages[index % languages.length] ?? 'en'
        const answer = await send(form, withValue(valid, path.split('.'), bad), language)
        expect([path, bad, answer.status]).toEqual([path, bad, 400])
        const [fault] = faultsOf(answer)
        expect(fault?.path).toMatch(new RegExp(`^${path}`))
        const name = describeFaults([{ path }])[language]
        expect(fault?.message).toContain(name)
        expect(answer.body['message']).toContain(name)
      }
    }
  })

  it('refuses fields that it does not have', async () => {
    const answer = await send(form, { ...valid, role: 'admin' })
    expect([answer.status, faultsOf(answer)[0]?.path]).toEqual([400, 'role'])
  })

  it('refuses contact details in the texts that a minor may read, and names the field', async () => {
    const open = freeTextsOf(calls[key]?.body).filter(({ by }) => by === 'everyone' || by === 'connection')
    for (const { path } of open) {
      const answer = await send(form, withValue(valid, path, 'Call 20 123 456'))
      expect([path, answer.body['code']]).toEqual([path, 'CONTACT_DETAILS_REFUSED'])
      expect(faultsOf(answer)[0]?.path).toBe(path.join('.'))
    }
  })
})
