import { randomUUID } from 'node:crypto'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { loginOf } from '@darsi/kit/testing/account-events.ts'
import { rounds } from '@darsi/kit/testing/rounds.ts'
import { dataOf, eventually, someone, testEventKey } from '@darsi/kit/testing/testing.ts'
import { unindexedFilters } from '@darsi/kit/testing/unindexed.ts'
import { describe, expect, it, jest } from '@jest/globals'
import { Registry } from 'prom-client'
import { createAuditLog } from '../src/audit/audit-log.ts'
import { createAuditMac } from '../src/audit/audit-mac.ts'
import { createErasureMetrics } from '../src/erasures/erasure-queries.ts'
import { createDailyFigures } from '../src/statistics/daily-figures.ts'
import { confirmErasure, worldOfFile } from './world.ts'

const admin = await worldOfFile()

const anAdmin = someone('admin')
const aSuperAdmin = someone('super-admin')

type New = {
  role?: Role
  fullName?: string
  email?: string
  status?: 'pending' | 'approved'
  governorateId?: number
}

async function registered({
  role = 'teacher',
  fullName = 'Someone',
  email,
  status = 'pending',
  governorateId = 15,
}: New = {}) {
  const id = randomUUID()
  const person = { email: email ?? `${id}@example.tn`, fullName, language: 'fr' as const }
  const location = { governorate: 'Sfax', governorate_id: governorateId, delegation: 'Sfax Ville' }
  await admin.kafka.account.registered({ userId: id, role, status, governorateId, ...person, location })
  await admin.kafka.account.profileChanged({
    userId: id,
    role,
    governorateId,
    profileVisible: false,
    fullName,
    email: person.email,
    location,
  })
  await eventually(async () => (await admin.users.byId(id))?.profileAt)
  return id
}

const list = async (query: string, as: Identity = anAdmin) => {
  const answer = await admin.call(`GET /admin/users${query}`, { as })
  // `as`: the contract's page
  return answer.body as {
    data: { id: string; fullName: string; status: string }[]
    total: number
    nextCursor: string | null
  }
}
const decide = (id: string, status: string, notes = '', as: Identity = anAdmin) =>
  admin.call(`PUT /admin/users/${id}/status`, { as, body: { status, notes } })

describe('the list of users', () => {
  it('shows a registered user with the place as "City, Governorate"', async () => {
    const id = await registered({ fullName: 'Amal Ben Salah' })
    const { data } = await list('?q=amal%20ben')
    expect(data.find((user) => user.id === id)).toMatchObject({
      fullName: 'Amal Ben Salah',
      full_name: 'Amal Ben Salah',
      status: 'pending',
      location: 'Sfax Ville, Sfax',
      isVerified: false,
      lastLoginAt: null,
    })
    const arabic = await admin.call('GET /admin/users?q=amal%20ben', {
      as: anAdmin,
      headers: { 'accept-language': 'ar' },
    })
    const rows = dataOf<{ id: string; location: string }[]>(arabic)
    expect(rows.find((user) => user.id === id)?.location).toBe('صفاقس المدينة، صفاقس')
  })

  it('shows the reason of an administrator’s registration, and no learner’s note for a teacher', async () => {
    for (const role of ['student', 'parent', 'admin'] as const) {
      const id = await registered({ role })
      const place = { governorate: 'Sfax', governorate_id: 15, delegation: 'Sfax Ville' }
      await admin.kafka.account.profileChanged({
        userId: id,
        role,
        governorateId: 15,
        profileVisible: false,
        fullName: 'Someone',
        phone: '+21698765432',
        location: place,
        registrationNotes: 'written at registration',
        sequence: 2,
      })
      await eventually(async () => (await admin.users.byId(id))?.phone === '+21698765432')
      expect((await admin.users.byId(id))?.registrationNotes).toBe(
        role === 'admin' ? 'written at registration' : '',
      )
    }
  })

  it('shows what a teacher declared, and nothing before', async () => {
    const id = await registered()
    const declaredAt = '2026-11-20T08:00:00.000Z'
    const before = await admin.call(`GET /admin/users/${id}`, { as: anAdmin })
    expect(before.body).toMatchObject({ data: { employment: null } })
    await admin.kafka.account.profileChanged({
      userId: id,
      governorateId: 15,
      fullName: 'Someone',
      phone: '+21698765432',
      location: { governorate: 'Sfax', governorate_id: 15, delegation: 'Sfax Ville' },
      employment: { status: 'public-school', declaredAt },
      sequence: 2,
    })
    await eventually(async () => (await admin.users.byId(id))?.phone === '+21698765432')
    const after = await admin.call(`GET /admin/users/${id}`, { as: anAdmin })
    expect(after.body).toMatchObject({ data: { employment: { status: 'public-school', declaredAt } } })
  })

  it('search matches name or email as a case-insensitive substring; accents and Arabic forms do not matter', async () => {
    const id = await registered({ fullName: 'Hédi Ouertâni', email: `needle.${randomUUID()}@example.tn` })
    for (const q of ['HEDI', 'ouertani', 'NEEDLE.']) {
      expect((await list(`?q=${encodeURIComponent(q)}`)).data.map((user) => user.id)).toContain(id)
    }
  })

  it('any character in the search means itself', async () => {
    const { total } = await list('')
    for (const q of ['(a+)+$', '.*', '[', '\\', '^', '$where']) {
      const answer = await admin.call(`GET /admin/users?q=${encodeURIComponent(q)}`, { as: anAdmin })
      expect(answer.status).toBe(200)
      expect(Number(answer.body['total'])).toBeLessThan(total)
    }
  })

  it('filters combine, and pages stay stable while rows arrive', async () => {
    const mark = randomUUID().slice(0, 8)
    for (let count = 0; count < 5; count++)
      await registered({ role: 'parent', status: 'approved', fullName: `${mark} ${count}` })
    const first = await list(`?q=${mark}&role=parent&status=approved&limit=2`)
    expect(first).toMatchObject({ total: 5 })
    await registered({ role: 'parent', status: 'approved', fullName: `${mark} late` })
    const second = await list(`?q=${mark}&role=parent&status=approved&limit=3&cursor=${first.nextCursor}`)
    expect([...first.data, ...second.data].map((user) => user.fullName)).toEqual(
      [4, 3, 2, 1, 0].map((n) => `${mark} ${n}`),
    )
    expect((await list(`?q=${mark}&role=student`)).total).toBe(0)
  })

  it('refuses an invented cursor and an unknown parameter', async () => {
    expect((await admin.call('GET /admin/users?cursor=abc', { as: anAdmin })).status).toBe(400)
    expect((await admin.call('GET /admin/users?password=1', { as: anAdmin })).status).toBe(400)
  })
})

describe('a decision', () => {
  it('is in the answer, in the next read, and leaves as an event with the mail’s language', async () => {
    const id = await registered()
    const answer = await decide(id, 'approved', 'Approved by admin')
    expect(answer.body['data']).toMatchObject({ status: 'approved', isVerified: true })
    expect((await admin.users.byId(id))?.status).toBe('approved')
    const [event] = await admin.kafka.published('user.approved', id, 1)
    const known = (await admin.users.byId(id))?.profileAt?.toISOString()
    expect(event).toMatchObject({
      data: { by: anAdmin.userId, profileAt: known },
      personal: { language: 'fr' },
    })
  })

  it('counts for the profile as the administrator read it', async () => {
    const id = await registered()
    const profileAt = '2026-11-20T08:00:00.000Z'
    const body = { status: 'approved', profileAt }
    expect((await admin.call(`PUT /admin/users/${id}/status`, { as: anAdmin, body })).status).toBe(200)
    const [event] = await admin.kafka.published('user.approved', id, 1)
    expect(event?.data).toMatchObject({ profileAt })
  })

  it('the same again is 409; of two at once one is 200 and one 409', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await registered()
      const answers = await Promise.all([decide(id, 'approved'), decide(id, 'approved', '', aSuperAdmin)])
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
      expect(await admin.kafka.published('user.approved', id, 1)).toHaveLength(1)
    }
  })

  it('of two different ones at once one is 200 and one 409, and the person gets one mail', async () => {
    for (let round = 0; round < rounds; round++) {
      const id = await registered()
      // `seen` as the page sends it: without it, on a slow machine the later request counts as made after the decision
      const put = (as: Identity, body: object) =>
        admin.call(`PUT /admin/users/${id}/status`, { as, body: { ...body, seen: 'pending' } })
      const answers = await Promise.all([
        put(anAdmin, { status: 'approved', notes: '' }),
        put(aSuperAdmin, { status: 'suspended', notes: 'no diploma' }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const isApproved = answers[0]?.status === 200
      const row = await admin.users.byId(id)
      expect(row?.decisions.map(({ status }) => status)).toEqual([isApproved ? 'approved' : 'suspended'])
      await admin.kafka.published(isApproved ? 'user.approved' : 'user.suspended', id, 1)
      expect(await admin.kafka.published('user.reinstated', id, 0)).toEqual([])
    }
  })

  it('on a status that the administrator did not see is 409', async () => {
    const id = await registered()
    expect((await decide(id, 'suspended', 'no diploma')).status).toBe(200)
    const asked = { as: aSuperAdmin, body: { status: 'approved', seen: 'pending' } }
    const late = await admin.call(`PUT /admin/users/${id}/status`, asked)
    expect(late).toMatchObject({ status: 409, body: { code: 'STATUS_CHANGED' } })
    const seen = { as: aSuperAdmin, body: { status: 'approved', seen: 'suspended' } }
    expect((await admin.call(`PUT /admin/users/${id}/status`, seen)).status).toBe(200)
  })

  it('a reason is asked before an open account is suspended', async () => {
    const id = await registered({ role: 'student', status: 'approved' })
    expect((await decide(id, 'suspended', ' ')).body['code']).toBe('REASON_REQUIRED')
    expect((await decide(id, 'suspended', 'insults')).status).toBe(200)
  })

  it('on an admin account belongs to a super-admin', async () => {
    const id = await registered({ role: 'admin' })
    expect((await decide(id, 'approved')).status).toBe(403)
    expect((await decide(id, 'approved', '', aSuperAdmin)).status).toBe(200)
  })

  it('is not for students, teachers and parents, nor for nobody', async () => {
    const id = await registered()
    for (const role of ['student', 'teacher', 'parent'] as const) {
      expect((await decide(id, 'approved', '', someone(role))).status).toBe(403)
    }
    expect((await admin.call(`PUT /admin/users/${id}/status`, { body: { status: 'approved' } })).status).toBe(
      401,
    )
  })

  it('a replayed registration does not undo it', async () => {
    const id = await registered()
    await decide(id, 'approved')
    await admin.kafka.account.registered({ userId: id, role: 'teacher', status: 'pending', language: 'en' })
    await registered()
    expect((await admin.users.byId(id))?.status).toBe('approved')
  })
})

describe('events in any order', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString()
  const person = (id: string, email = `${id}@example.tn`) => ({
    email,
    fullName: 'Amal',
    language: 'ar' as const,
  })

  it('give the same row in any order', async () => {
    const rows = []
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 0, 4, 1, 3],
    ]) {
      const id = randomUUID()
      const data = { userId: id, role: 'student' as const }
      const location = { governorate: 'Sfax', governorate_id: 15 }
      const arrive = [
        () =>
          admin.kafka.account.registered({
            ...data,
            governorateId: 15,
            createdAt: at(0),
            ...person(id),
            location,
          }),
        () =>
          admin.kafka.publish('auth', id, 2, {
            type: 'user.verified',
            data: { ...data, verifiedAt: at(1) },
            personal: person(id),
          }),
        () =>
          admin.kafka.account.loggedIn({ ...data, at: at(2), newDevice: true, ...person(id), sequence: 3 }),
        () =>
          admin.kafka.publish('auth', id, 4, {
            type: 'user.email-changed',
            data,
            personal: { ...person(id, 'new@example.tn'), oldEmail: 'old@example.tn' },
          }),
        () =>
          admin.kafka.account.profileChanged({
            ...data,
            governorateId: 15,
            fullName: 'Amal',
            location,
            registrationNotes: 'note',
          }),
      ]
      for (const index of order) await arrive[index]?.()
      await eventually(async () => {
        const row = await admin.users.byId(id)
        const hasEmail = row?.email === 'new@example.tn'
        return hasEmail && row.phone !== '' && row.lastLoginAt.getTime() > 0 && row.emailVerifiedAt !== null
      })
      const { body } = await admin.call(`GET /admin/users/${id}`, { as: anAdmin })
      const { id: _, updatedAt: __, updated_at: ___, ...rest } = body['data'] as Record<string, unknown>
      rows.push(rest)
    }
    expect(rows[0]).toMatchObject({ isVerified: true, location: 'Sfax', lastLoginAt: at(2) })
    expect(rows[1]).toEqual(rows[0])
    expect(rows[2]).toEqual(rows[0])
  })

  it('shows when a mail came back from the present address, not from an earlier one', async () => {
    const id = randomUUID()
    const data = { userId: id, role: 'student' as const }
    const returned = (sequence: number, sentAt: string) =>
      admin.kafka.publish('notifications', id, sequence, {
        type: 'user.mail-returned',
        data: { userId: id, sentAt, at: at(9) },
      })
    const shows = (expected: string | null) =>
      eventually(async () => {
        const { body } = await admin.call(`GET /admin/users/${id}`, { as: anAdmin })
        return (body['data'] as { mailReturnedAt?: string | null })?.mailReturnedAt === expected
      })
    await admin.kafka.account.registered({ ...data, governorateId: 15, createdAt: at(0), ...person(id) })
    await shows(null)
    const later = new Date(Date.now() + 1000).toISOString()
    await returned(1, later)
    await shows(later)
    // an earlier mail, to the address before
    await returned(2, at(0))
    await shows(null)
    const now = new Date().toISOString()
    await returned(3, now)
    await shows(now)
    // the link of a reset came by mail
    await admin.kafka.publish('auth', id, 2, {
      type: 'user.password-changed',
      data: { ...data, how: 'reset' },
      personal: person(id),
    })
    await shows(null)
  })

  it('a row is shown once auth has published the registration', async () => {
    const id = randomUUID()
    await admin.kafka.publish('auth', id, 2, {
      type: 'user.verified',
      data: { userId: id, role: 'student', verifiedAt: at(1) },
      personal: person(id),
    })
    await eventually(() => admin.users.collection.findOne({ _id: id }))
    expect((await admin.call(`GET /admin/users/${id}`, { as: anAdmin })).status).toBe(404)
    expect((await decide(id, 'approved')).status).toBe(404)
  })
})

describe('the audit log', () => {
  it('names every decision, deletion and export once, in a chain, without a word of personal data', async () => {
    const id = await registered({ fullName: 'Audited Person' })
    await decide(id, 'approved', 'a private note')
    await admin.call('GET /superadmin/exports/users.csv', { as: aSuperAdmin })
    const audit = () => admin.call('GET /superadmin/audit?limit=200', { as: aSuperAdmin })
    const entry = await eventually(async () => {
      return dataOf<{ target: string; action: string }[]>(await audit()).find(({ target }) => target === id)
    })
    expect(entry).toMatchObject({ action: 'user.approved', by: anAdmin.userId, targetName: 'Audited Person' })
    const { body } = await audit()
    expect(body['intact']).toBe(true)
    expect(JSON.stringify(body['data'])).toContain('users.exported')
    const stored = await admin.audit.collection.find({}).toArray()
    expect(JSON.stringify(stored)).not.toMatch(/Audited|private note|@/)
    expect(new Set(stored.map((one) => one['sequence'])).size).toBe(stored.length)
  })

  it('records logins, failures, invitations and changes of credentials from the events of auth', async () => {
    const id = randomUUID()
    const account = { userId: id, role: 'admin' as const }
    const at = new Date().toISOString()
    const personal = { email: `${id}@example.tn`, fullName: 'Watched Person', language: 'en' as const }
    const { kafka } = admin
    const failed = { ...account, at, reason: 'password' as const }
    const recorded = [
      {
        type: 'user.invited' as const,
        data: { ...account, status: 'approved' as const, createdAt: at, by: aSuperAdmin.userId },
        personal: { ...personal, invitationToken: 'secret-token' },
      },
      { type: 'user.login-failed' as const, data: failed },
      loginOf({ ...account, at, newDevice: true, ...personal, device: 'Firefox on Linux' }),
      { type: 'user.password-changed' as const, data: { ...account, how: 'change' as const }, personal },
      {
        type: 'user.second-factor-changed' as const,
        data: { ...account, change: 'enrolled' as const },
        personal,
      },
      {
        type: 'user.second-factor-changed' as const,
        data: { ...account, change: 'removed' as const, by: 'operator' as const },
        personal,
      },
      { type: 'user.email-changed' as const, data: account, personal: { ...personal, oldEmail: 'o@e.tn' } },
    ]
    for (const [index, event] of recorded.entries()) await kafka.publish('auth', id, index + 1, event)
    // at least once: the bus may repeat an event
    await kafka.publish('auth', id, 2, { type: 'user.login-failed', data: failed })
    const ofTarget = () => admin.audit.collection.find({ target: id }, { sort: { sequence: 1 } }).toArray()
    await eventually(async () => (await ofTarget()).length >= recorded.length)
    const remembered = (await ofTarget()).map(({ action, by, detail }) => `${action} ${by} ${detail}`)
    // two topics, so their order is not defined
    expect(remembered.sort()).toEqual(
      [
        `user.invited ${aSuperAdmin.userId} admin`,
        'user.login-failed  password',
        `user.logged-in ${id} new-device`,
        `user.password-changed ${id} change`,
        `user.second-factor-changed ${id} enrolled`,
        'user.second-factor-changed  removed',
        `user.email-changed ${id} `,
      ].sort(),
    )
    expect(JSON.stringify(await ofTarget())).not.toMatch(/Watched|Firefox|secret-token|@/)
  })

  it('asks again for the decision on a teacher whom another person had registered', async () => {
    const id = await registered({ fullName: 'Reclaimed Teacher' })
    await decide(id, 'approved')
    const reclaimed = (sequence: number) =>
      admin.kafka.publish('auth', id, sequence, {
        type: 'user.reclaimed',
        data: { userId: id, role: 'teacher', verifiedAt },
        personal: { email: `${id}@example.tn`, fullName: 'Reclaimed Teacher', language: 'fr' },
      })
    const verifiedAt = new Date().toISOString()
    await reclaimed(2)
    await eventually(async () => (await admin.users.byId(id))?.status === 'pending')
    expect((await admin.users.byId(id))?.emailVerifiedAt).toEqual(new Date(verifiedAt))
    const [reopened] = await admin.kafka.published('user.reopened', id, 1)
    expect(reopened?.data).toMatchObject({ userId: id, by: 'admin', reason: 'reclaimed' })
    // a later approval is the owner's, also when the event is repeated
    expect((await decide(id, 'approved')).status).toBe(200)
    await reclaimed(2)
    const other = await registered()
    await eventually(async () => (await admin.users.byId(other)) !== null)
    expect((await admin.users.byId(id))?.status).toBe('approved')
  })

  it('records who viewed contact details, once an hour, and can be filtered by kind', async () => {
    const id = await registered({ fullName: 'Seen Person' })
    const viewer = someone('admin')
    for (let again = 0; again < 3; again++) {
      await list('', viewer)
      await admin.call(`GET /admin/users/${id}`, { as: viewer })
    }
    const seen = await admin.audit.collection.find({ by: viewer.userId }, { sort: { sequence: 1 } }).toArray()
    expect(seen.map(({ action, target }) => [action, target])).toEqual([
      ['users.listed', ''],
      ['user.viewed', id],
    ])
    const { body } = await admin.call('GET /superadmin/audit?action=user.viewed&limit=1', { as: aSuperAdmin })
    expect(body).toMatchObject({ intact: true, data: [{ action: 'user.viewed', target: id }] })
    expect((await admin.call('GET /superadmin/audit?action=$x', { as: aSuperAdmin })).status).toBe(400)
  })

  it('keeps the words of a search for a year, and no longer than the account that they found', async () => {
    const id = await registered({ fullName: 'Searched Person' })
    const viewer = someone('super-admin')
    for (const words of ['Searched', 'Nobodyatall']) await list(`?q=${words}`, viewer)
    const words = async () =>
      (await admin.audit.collection.find({ by: viewer.userId }, { sort: { sequence: 1 } }).toArray()).map(
        ({ shown, searched }) => [shown, searched?.words],
      )
    expect(await words()).toEqual([
      [[id], 'Searched'],
      [[], 'Nobodyatall'],
    ])
    await admin.erasures.request(id, viewer)
    await eventually(async () => (await words())[0]?.[1] === undefined)
    expect((await words())[1]).toEqual([[], 'Nobodyatall'])
    await admin.removals['searched-words'](new Date(Date.now() + 366 * 86_400_000))
    expect((await words())[1]).toEqual([[], undefined])
    expect((await admin.audit.page(200, null)).intact).toBe(true)
  })

  it('names the other account of a pair, and nothing that is not an account', async () => {
    const [gone, kept] = await Promise.all(
      ['Gone Person', 'Kept Person'].map((fullName) => registered({ fullName })),
    )
    const seeded = { by: aSuperAdmin.userId, target: gone ?? '', shown: [], at: new Date() }
    await admin.audit.append({
      ...seeded,
      id: randomUUID(),
      action: 'duplicate.merged',
      detail: kept ?? '',
    })
    await admin.audit.append({ ...seeded, id: randomUUID(), action: 'user.logged-in', detail: 'new-device' })
    const { body } = await admin.call(`GET /superadmin/audit?target=${gone}`, { as: aSuperAdmin })
    expect(body['data']).toMatchObject([
      { detail: 'new-device', detailName: '' },
      { targetName: 'Gone Person', detail: kept, detailName: 'Kept Person' },
    ])
  })

  it('stays one chain under many writers, and records a repeated action once', async () => {
    const actionOf = (index: number) => ({
      id: `load.${index % 150}`,
      action: 'user.logged-in' as const,
      by: 'x',
      target: 'x',
      detail: '',
      shown: [],
      at: new Date(),
    })
    // as two processes do
    const logs = [
      admin.audit,
      createAuditLog(
        admin.connection.useDb(admin.connection.name, { useCache: false }),
        createAuditMac(testEventKey),
      ),
    ]
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => logs[index % logs.length]?.append(actionOf(index))),
    )
    expect(await admin.audit.collection.countDocuments({ by: 'x' })).toBe(150)
    expect((await admin.audit.page(200, null)).intact).toBe(true)
  })

  it('shows an entry that was changed directly in the database', async () => {
    const [last] = await admin.audit.collection.find({}, { sort: { sequence: -1 }, limit: 1 }).toArray()
    await admin.audit.collection.updateOne({ _id: last?._id }, { $set: { by: 'nobody' } })
    const { body } = await admin.call('GET /superadmin/audit', { as: aSuperAdmin })
    expect(body['intact']).toBe(false)
    expect((await admin.call('GET /superadmin/audit', { as: anAdmin })).status).toBe(403)
  })
})

describe('figures', () => {
  it('are counted from the rows', async () => {
    const before = (await admin.call('GET /admin/stats', { as: anAdmin })).body['data'] as Record<
      string,
      number
    >
    await registered({ governorateId: 22, role: 'teacher', status: 'pending' })
    const teacher = await registered({ governorateId: 21, role: 'teacher', status: 'pending' })
    await decide(teacher, 'approved')
    await admin.kafka.publish('users', teacher, 7, {
      type: 'proof.uploaded',
      data: {
        ...{ teacherId: teacher, proofId: 'p', kind: 'diploma', by: teacher, at: new Date().toISOString() },
        ...{ accepted: [], waiting: ['diploma'] },
      },
    })
    await eventually(async () => (await admin.users.byId(teacher))?.proofs.waiting.length === 1)
    const after = (await admin.call('GET /admin/stats', { as: anAdmin })).body['data'] as Record<
      string,
      number
    >
    const grown = (name: string) => Number(after[name]) - Number(before[name])
    expect([grown('totalUsers'), grown('pendingApprovals'), grown('governoratesCovered')]).toEqual([2, 1, 1])
    expect(grown('pendingProofs')).toBe(1)
  })

  it('in public do not single out a few people', async () => {
    const answer = await admin.call('GET /statistics/location')
    const places = answer.body['data'] as { governorateId: number; teachers: number | null }[]
    expect(places).toHaveLength(24)
    expect(places.find((place) => place.governorateId === 21)?.teachers).toBeNull()
  })

  it('in public are rounded down to five and the same for a whole day', async () => {
    const figures = (teachers: number) => ({
      totals: { totalTeachers: teachers, totalStudents: 0, totalUsers: 50 },
      ...{ governoratesCovered: 1, places: [] },
    })
    const [day, later] = [new Date('2026-11-28T10:00:00Z'), new Date('2026-11-28T20:00:00Z')]
    const daily = (teachers: number | null) =>
      createDailyFigures(admin.connection, async () => (teachers === null ? null : figures(teachers)))
    await daily(null).compute(day)
    expect((await daily(0).platform()).totalTeachers).toBeNull()
    await daily(20).compute(day)
    await daily(25).compute(later)
    expect([
      await daily(0).basic(),
      (await admin.call('GET /statistics/platform')).body['data'],
    ]).toMatchObject([{ totalTeachers: 20 }, { totalTeachers: 20, governoratesCovered: 1 }])
    await daily(25).compute(new Date('2026-11-29T00:00:00Z'))
    expect((await daily(0).basic()).totalTeachers).toBe(25)
  })
})

describe('the export and erasure', () => {
  it('the CSV has the specification’s columns and every user', async () => {
    const id = await registered({ fullName: '=HYPERLINK("x")' })
    const answer = await admin.call('GET /superadmin/exports/users.csv', { as: aSuperAdmin })
    expect(answer.headers.get('content-disposition')).toMatch(/filename="darsi-users-\d{4}-\d\d-\d\d\.csv"/)
    const lines = String(answer.body['text']).split('\r\n')
    expect(lines[0]?.replace('\ufeff', '')).toBe('ID,Email,Full Name,Role,Verified,Created At,Last Login')
    expect(lines.find((line) => line.startsWith(id))).toContain(`"'=HYPERLINK(""x"")"`)
    const headers = { 'accept-language': 'fr' }
    const french = await admin.call('GET /superadmin/exports/users.csv', { as: aSuperAdmin, headers })
    const row = String(french.body['text'])
      .split('\r\n')
      .find((line) => line.startsWith(id))
    expect(row).toMatch(/;"'=HYPERLINK\(""x""\)";teacher;(Yes|No);\d{4}-\d\d-\d\d \d\d:\d\d;/)
    expect((await admin.call('GET /superadmin/exports/users.csv', { as: anAdmin })).status).toBe(403)
  })

  it('a deleted user is in no list, and no personal data is left once all services have confirmed', async () => {
    const id = await registered({ fullName: 'To Be Forgotten' })
    expect((await admin.call(`DELETE /admin/users/${id}`, { as: anAdmin })).status).toBe(403)
    for (let again = 0; again < 2; again++) {
      expect((await admin.call(`DELETE /admin/users/${id}`, { as: aSuperAdmin })).status).toBe(202)
    }
    expect((await decide(id, 'approved', '', aSuperAdmin)).status).toBe(404)
    expect((await list('?q=forgotten')).total).toBe(0)
    expect((await admin.call(`GET /admin/users/${id}`, { as: anAdmin })).status).toBe(404)
    expect(await admin.kafka.published('user.deletion-requested', id, 1)).toHaveLength(1)
    await confirmErasure(admin, id)
    await eventually(async () => {
      const row = await admin.users.collection.findOne({ _id: id })
      return row?.['erasedAt'] ? !JSON.stringify(row).includes('Forgotten') : null
    })
    await registered({ fullName: 'Somebody Else' })
    await admin.kafka.account.loggedIn({
      userId: id,
      role: 'teacher',
      fullName: 'Late',
      language: 'en',
      sequence: 12,
    })
    await registered({ fullName: 'Somebody Later' })
    expect((await admin.call(`GET /admin/users/${id}`, { as: anAdmin })).status).toBe(404)
    expect((await admin.call(`DELETE /admin/users/${id}`, { as: aSuperAdmin })).status).toBe(404)
  })

  it('leaves of an account its id, its role and the times of the erasure', async () => {
    const id = await registered()
    const at = new Date().toISOString()
    await admin.call(`PUT /admin/users/${id}/assignee`, { as: anAdmin, body: { mine: true } })
    await admin.kafka.publish('users', id, 2, {
      type: 'proof.uploaded',
      data: {
        teacherId: id,
        proofId: 'p1',
        kind: 'identity',
        by: id,
        at,
        accepted: [],
        waiting: ['identity'],
      },
    })
    expect(await eventually(async () => (await admin.users.byId(id))?.proofs)).toBeDefined()
    expect((await admin.call(`DELETE /admin/users/${id}`, { as: aSuperAdmin })).status).toBe(202)
    await confirmErasure(admin, id)
    const row = await eventually(async () => {
      const found = await admin.users.collection.findOne({ _id: id })
      return found?.erasedAt ? found : null
    })
    const technical = ['v', 'outbox', 'outboxAt', 'changedAt']
    const left = Object.keys(row).filter((name) => !technical.includes(name))
    expect(left.toSorted()).toEqual(['_id', 'erasedAt', 'erasure', 'role'])
  })

  it('an expired registration is erased like a deletion, once', async () => {
    const id = await registered({ role: 'student', status: 'approved' })
    const expired = {
      type: 'user.registration-expired' as const,
      data: { userId: id, role: 'student' as const, at: new Date().toISOString() },
    }
    await admin.kafka.publish('auth', id, 2, expired)
    await admin.kafka.publish('auth', id, 2, expired)
    const [event] = await admin.kafka.published('user.deletion-requested', id, 1)
    expect(event?.data).toMatchObject({ userId: id, by: 'auth', reason: 'unconfirmed' })
    expect((await admin.call(`GET /admin/users/${id}`, { as: anAdmin })).status).toBe(404)
    await confirmErasure(admin, id, { sequence: 3 })
    await eventually(async () => (await admin.users.collection.findOne({ _id: id }))?.erasedAt)
    // a repeated event finds it done
    await admin.kafka.publish('auth', id, 2, expired)
    const entry = await eventually(async () =>
      admin.audit.collection.findOne({ target: id, action: 'user.deletion-requested' }),
    )
    expect(entry).toMatchObject({ by: 'auth', detail: 'unconfirmed' })
    expect(await admin.kafka.published('user.deletion-requested', id, 1)).toHaveLength(1)
  })

  it('an account that its owner closed is erased like a deletion, once, and the log says by whom', async () => {
    const id = await registered({ role: 'teacher', status: 'approved' })
    const left = {
      type: 'user.left' as const,
      data: { userId: id, role: 'teacher' as const, at: new Date().toISOString() },
    }
    await admin.kafka.publish('auth', id, 2, left)
    await admin.kafka.publish('auth', id, 2, left)
    const [event] = await admin.kafka.published('user.deletion-requested', id, 1)
    expect(event?.data).toMatchObject({ userId: id, by: id, reason: 'own' })
    expect((await admin.call(`GET /admin/users/${id}`, { as: anAdmin })).status).toBe(404)
    const entry = await eventually(async () =>
      admin.audit.collection.findOne({ target: id, action: 'user.left' }),
    )
    expect(entry).toMatchObject({ by: id })
    expect(await admin.kafka.published('user.deletion-requested', id, 1)).toHaveLength(1)
  })

  it('the super-admin sees the progress of an erasure, the services that are missing, and what is overdue', async () => {
    const id = await registered({ role: 'student', status: 'approved' })
    await admin.call(`DELETE /admin/users/${id}`, { as: aSuperAdmin })
    const seen = async () => {
      const { body } = await admin.call('GET /superadmin/erasures', { as: aSuperAdmin })
      const { open, done, ...counts } = dataOf<
        Record<'open' | 'done', { userId: string }[]> & {
          overdue: number
          total: number
        }
      >({ body })
      const mine = (rows: { userId: string }[]) => rows.find(({ userId }) => userId === id)
      return { open: mine(open), done: mine(done), ...counts, text: JSON.stringify(body) }
    }
    expect((await seen()).open).toMatchObject({
      reason: 'deleted',
      pending: expect.arrayContaining(['auth', 'users', 'availability', 'classroom', 'notifications']),
      overdue: false,
    })
    const erased = (service: 'auth' | 'users' | 'availability' | 'classroom' | 'notifications') =>
      admin.kafka.publish(service, id, 3, {
        type: 'user.erased',
        data: { userId: id, service, at: new Date().toISOString() },
      })
    await erased('auth')
    await erased('users')
    // this service has erased and confirmed its own data
    await eventually(async () =>
      JSON.stringify((await seen()).open).includes('["availability","classroom","notifications"]'),
    )
    const { overdue, total } = await seen()
    expect(total).toBeGreaterThanOrEqual(1)
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000)
    await admin.users.collection.updateOne({ _id: id }, { $set: { 'erasure.at': yesterday } })
    expect(await seen()).toMatchObject({ overdue: overdue + 1, total, open: { overdue: true } })
    await erased('availability')
    await erased('classroom')
    await erased('notifications')
    await eventually(async () => (await seen()).done)
    expect(await seen()).toMatchObject({ open: undefined, total })
    expect((await seen()).text).not.toContain('@')
    expect((await admin.call('GET /superadmin/erasures', { as: anAdmin })).status).toBe(403)
  })

  it('the list and the metrics read the open erasures by an index, the metrics once per scrape', async () => {
    const id = await registered({ role: 'student', status: 'approved' })
    const since = new Date(Date.now() - 3600 * 1000)
    const erasure = { pending: ['auth'], at: since, by: id }
    await admin.users.collection.updateOne({ _id: id }, { $set: { erasure } })
    const done = await registered({ role: 'student', status: 'approved' })
    const earlier = { pending: [], at: new Date(0), by: done }
    await admin.users.collection.updateOne({ _id: done }, { $set: { erasure: earlier, erasedAt: since } })
    const open = jest.spyOn(admin.erasureQueries, 'open')
    const registry = new Registry()
    createErasureMetrics(registry, admin.erasureQueries)
    let shown = ''
    const scrape = async () => {
      shown = await registry.metrics()
    }
    expect(await unindexedFilters(scrape)).toEqual([])
    expect(open).toHaveBeenCalledTimes(1)
    expect(await unindexedFilters(() => admin.erasureQueries.progress(since))).toEqual([])
    expect(shown).toMatch(/\nerasure_open [1-9]/)
    expect(shown).toMatch(/\nerasure_oldest_age_seconds 360\d/)
    await admin.users.collection.updateOne({ _id: id }, { $set: { erasure: null } })
  })

  it('a person gets all data that admin stores about them, and the audit log records the request', async () => {
    const id = await registered({ role: 'teacher', status: 'pending' })
    const as = { ...someone('teacher'), userId: id }
    await admin.call(`PUT /admin/users/${id}/status`, {
      as: anAdmin,
      body: { status: 'approved', notes: 'Diploma seen' },
    })
    const told = { reason: 'other', text: 'He shouted' }
    expect((await admin.call('POST /safety/reports', { as, body: told })).status).toBe(201)
    const message = { name: 'Amal', email: 'a@example.tn', userType: 'teacher', subject: 'technical' }
    await admin.call('POST /contact', { as, ip: '198.51.100.9', body: { ...message, message: 'A question' } })
    const ticket = await admin.tickets.collection.findOne({ userId: id })
    await admin.call(`POST /admin/tickets/${ticket?._id}/answer`, {
      as: anAdmin,
      body: { text: 'An answer', seenAnswers: 0 },
    })
    const { body } = await admin.call('GET /me/export/administration', { as })
    expect(body).toMatchObject({
      user: { id, role: 'teacher', status: 'approved' },
      decisions: [{ status: 'approved', notes: 'Diploma seen' }],
      contactMessages: [{ message: 'A question', answers: [{ text: 'An answer' }] }],
      safetyReports: [{ reason: 'other', text: 'He shouted' }],
    })
    expect(JSON.stringify(body)).not.toContain(anAdmin.userId)
    const entry = await admin.audit.collection.findOne({ target: id, action: 'user.exported' })
    expect(entry).toMatchObject({ by: id })
  })

  it('a super-admin is never deleted', async () => {
    const id = await registered({ role: 'super-admin', status: 'approved' })
    expect((await admin.call(`DELETE /admin/users/${id}`, { as: aSuperAdmin })).status).toBe(403)
    expect((await decide(id, 'suspended', 'x', aSuperAdmin)).status).toBe(403)
  })
})

describe('an account that waits', () => {
  it('is taken by one administrator and given back; of two at once one takes it', async () => {
    const id = await registered({ role: 'teacher', status: 'pending' })
    const [one, two] = [someone('admin'), someone('admin')]
    const take = (as: typeof one, mine = true) =>
      admin.call(`PUT /admin/users/${id}/assignee`, { as, body: { mine } })
    const answers = await Promise.all([take(one), take(two)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [holder, other] = answers[0]?.status === 200 ? [one, two] : [two, one]
    expect((await take(holder)).status).toBe(200)
    const idsFor = async (as: typeof one, assignee: string) => {
      return dataOf<{ id: string }[]>(
        await admin.call(`GET /admin/users?status=pending&assignee=${assignee}`, { as }),
      ).map((row) => row.id)
    }
    expect(await idsFor(holder, 'me')).toContain(id)
    expect(await idsFor(other, 'me')).not.toContain(id)
    expect(await idsFor(other, 'nobody')).not.toContain(id)
    expect((await take(other, false)).status).toBe(409)
    expect((await take(holder, false)).body).toMatchObject({ data: { assignee: null } })
    expect(await idsFor(other, 'nobody')).toContain(id)
  })

  it('has its sessions ended by an administrator with a reason, an administrator’s by the super-admin alone', async () => {
    const id = await registered({ role: 'teacher', status: 'approved' })
    const anAdmin = await registered({ role: 'admin', status: 'approved' })
    const by = someone('admin')
    const end = (target: string, as: typeof by, reason = 'A stolen telephone') =>
      admin.call(`POST /admin/users/${target}/end-sessions`, { as, body: { reason } })
    expect((await end(id, by, ' ')).body['code']).toBe('REASON_REQUIRED')
    expect((await end(anAdmin, by)).status).toBe(403)
    expect((await end(randomUUID(), by)).status).toBe(404)
    expect((await end(id, by)).status).toBe(200)
    expect((await end(anAdmin, someone('super-admin'))).status).toBe(200)
    const actions = await eventually(async () => {
      const { entries } = await admin.audit.page(10, null, { target: id, by: by.userId })
      return entries.length >= 1 && entries.map(({ action }) => action)
    })
    expect(actions).toEqual(['user.sessions-end-requested'])
    expect((await admin.call(`GET /admin/users/${id}`, { as: by })).body).toMatchObject({
      data: {
        history: [],
        sessionsEnded: [{ reason: 'A stolen telephone', by: by.userId, at: expect.any(String) }],
      },
    })
  })

  it('is recorded as taken and as released in the audit log, once each', async () => {
    const id = await registered({ role: 'teacher', status: 'pending' })
    const by = someone('admin')
    for (const mine of [true, true, false, false])
      await admin.call(`PUT /admin/users/${id}/assignee`, { as: by, body: { mine } })
    const actions = await eventually(async () => {
      const { entries } = await admin.audit.page(10, null, { target: id, by: by.userId })
      return entries.length >= 2 && entries.map(({ action }) => action)
    })
    expect(actions).toEqual(['user.given-back', 'user.taken'])
  })

  it.each(['suspended', 'deleted'])('is free again when its administrator is %s', async (how) => {
    const id = await registered({ role: 'teacher', status: 'pending' })
    const holder = await registered({ role: 'admin', status: 'approved', fullName: 'Gone Soon' })
    const take = (as: Identity) => admin.call(`PUT /admin/users/${id}/assignee`, { as, body: { mine: true } })
    expect((await take(someone('admin', holder))).status).toBe(200)
    expect((await take(anAdmin)).status).toBe(409)
    if (how === 'suspended') await decide(holder, 'suspended', 'left', aSuperAdmin)
    else await admin.call(`DELETE /admin/users/${holder}`, { as: aSuperAdmin })
    const row = await admin.call(`GET /admin/users/${id}`, { as: anAdmin })
    expect(row.body).toMatchObject({ data: { assignee: null } })
    await eventually(async () => {
      const { data } = await list('?status=pending&assignee=nobody')
      return data.some((one) => one.id === id)
    })
    expect((await take(anAdmin)).body).toMatchObject({ data: { assignee: { id: anAdmin.userId } } })
  })

  it('can be taken from a suspended administrator', async () => {
    const id = await registered({ role: 'teacher', status: 'pending' })
    const holder = await registered({ role: 'admin', status: 'pending' })
    await admin.users.collection.updateOne({ _id: id }, { $set: { assignee: holder } })
    const taken = await admin.call(`PUT /admin/users/${id}/assignee`, { as: anAdmin, body: { mine: true } })
    expect(taken.body).toMatchObject({ data: { assignee: { id: anAdmin.userId } } })
  })
})
