import { randomUUID } from 'node:crypto'
import type { ListedConnection } from '@darsi/contracts/calls/admin/admin-connections-api.ts'
import type { Alert } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { asDocument } from '@darsi/kit/mongo/collection.ts'
import { connectionOf } from '@darsi/kit/testing/connection-events.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { undecided } from '../src/duplicates/duplicate-pair.ts'
import type { UserRow } from '../src/people/user-row.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const as = someone('admin')
type Type =
  | 'requested'
  | 'agreed'
  | 'approved'
  | 'declined'
  | 'expiring'
  | 'expired'
  | 'ended'
  | 'suspended'
  | 'reopened'
  | 'changed'
type Data = DarsiEvent<'connection.requested'>['data']
type More = Partial<Omit<Data, 'studentId'>> & {
  studentId?: string | undefined
  student?: string
  teacher?: string
  hoursAgo?: number
}

async function publishMove(id: string, sequence: number, type: Type, more: More = {}) {
  const { student = 'Amal Ben Salah', teacher = 'Karim Jaziri', hoursAgo = 1, ...data } = more
  const requestedAt = new Date(Date.now() - hoursAgo * 3600 * 1000).toISOString()
  const status = { requested: 'pending', agreed: 'pending', expiring: 'pending' } as const
  const event = connectionOf(
    `connection.${type}`,
    {
      connectionId: id,
      // `as`: the other actions are statuses; a reopened connection has its status before the pause
      status: status[type as 'agreed'] ?? (type as 'approved'),
      ...{ teacherId: 't1', studentId: 's1', requesterId: 's1', requestedAt },
      needs: { teacher: 'waiting', guardian: 'none', admin: 'none' },
      at: type === 'requested' ? requestedAt : new Date().toISOString(),
      ...data,
    },
    {
      teacher: { email: 't@example.tn', fullName: teacher, language: 'fr' },
      student: { email: 's@example.tn', fullName: student, language: 'ar' },
      message: 'Bonjour',
    },
  )
  await admin.kafka.publish('users', id, sequence, event)
  await eventually(async () => (await rowOf(id))?.src['users'] === sequence)
}
const rowOf = (id: string) => admin.connections.collection.findOne({ _id: id })
const asked = async (more: More = {}) => {
  const id = randomUUID()
  await publishMove(id, 1, 'requested', more)
  return id
}
const list = async (query = '') =>
  // `as`: the contract's page
  (await admin.call(`GET /admin/connections${query}`, { as })).body as {
    data: ListedConnection[]
    nextCursor: string | null
    total: number
    pending: number
  }
const decide = (id: string, status: 'approved' | 'declined' | 'reopened' | 'ended' | 'lifted', notes = '') =>
  admin.call(`PUT /admin/connections/${id}`, { as, body: { status, notes } })
const counters = async (name: 'pendingConnections' | 'pendingUpgrades' = 'pendingConnections') => {
  return dataOf<Record<typeof name, number>>(await admin.call('GET /admin/stats', { as }))[name]
}
const registered = (role: 'student' | 'parent' | 'teacher', fullName = 'Amal') =>
  admin.account({ role, fullName })
const minor = { minor: true, needs: { teacher: 'agreed', guardian: 'agreed', admin: 'waiting' } } as const

describe('connection requests as administrators see them', () => {
  it('are agreed to with a note only, where two of the people may be one', async () => {
    const id = await asked({ ...minor, flags: ['same-person'] })
    expect((await decide(id, 'approved', ' ')).body).toMatchObject({ code: 'REASON_REQUIRED' })
    expect((await list(`?id=${id}`)).data).toMatchObject([{ flags: ['same-person'], review: null }])
    expect((await decide(id, 'approved', 'Both came to the office')).status).toBe(200)
  })

  it('are flagged by what the accounts say now: one telephone, or a pair of duplicates, dismissed or not', async () => {
    const [phone, another, createdAt] = ['+21620999001', '+21620999002', new Date()]
    const account = async (role: UserRow['role'], number: string) => {
      const proofs = { accepted: [], waiting: [] }
      const row = { _id: randomUUID(), role, fullName: role, createdAt, phone: number, proofs }
      await admin.users.collection.insertOne(asDocument<UserRow>({ ...row, email: `${row._id}@example.tn` }))
      return row._id
    }
    const [teacherId, parent] = [await account('teacher', phone), await account('parent', another)]
    const flagsOf = async (id: string) => (await list(`?id=${id}`)).data[0]?.flags
    const id = await asked({ ...minor, teacherId, guardianIds: [parent] })
    expect(await flagsOf(id)).toEqual([])
    await admin.users.collection.updateOne({ _id: parent }, { $set: { phone } })
    expect(await flagsOf(id)).toEqual(['same-person'])
    expect((await decide(id, 'approved')).body).toMatchObject({ code: 'REASON_REQUIRED' })

    await admin.users.collection.updateOne({ _id: parent }, { $set: { phone: another } })
    const pair = { users: [teacherId, parent].toSorted(), detectedAt: new Date(), ...undecided }
    const _id = pair.users.join('.')
    const found = {
      similarity: 60,
      matchType: 'name' as const,
      evidence: [],
      v: 1,
      outbox: [],
      outboxAt: null,
    }
    for (const status of ['open', 'dismissed', 'merged'] as const) {
      await admin.duplicates.collection.deleteOne({ _id })
      await admin.duplicates.collection.insertOne({ _id, ...pair, ...found, status })
      expect([status, await flagsOf(id)]).toEqual([status, status === 'merged' ? [] : ['same-person']])
    }
    expect(await flagsOf(await asked({ ...minor, guardianIds: [parent] }))).toEqual([])
    await admin.duplicates.collection.updateOne({ _id }, { $set: { status: 'dismissed' } })
    expect((await decide(id, 'approved', ' ')).body).toMatchObject({ code: 'REASON_REQUIRED' })
    expect((await decide(id, 'approved', 'Both came to the office')).status).toBe(200)
  })

  it('name subject, student and teacher with message and date; of a minor only the first name', async () => {
    const id = await asked({ ...minor, student: 'Amina Trabelsi', teacher: 'Needle Teacher' })
    const { data } = await list('?q=NEEDLE')
    expect(data).toMatchObject([
      {
        id,
        studentName: 'Amina',
        teacherName: 'Needle Teacher',
        subject: 'mathematics',
        message: 'Bonjour',
        status: 'pending',
        minor: true,
        adminReviewedAt: null,
        review: null,
      },
    ])
  })

  it('are listed newest first or most urgent first, in pages, filtered by state', async () => {
    const mark = `Sort${randomUUID().slice(0, 8)}`
    const plain = await asked({ student: mark, hoursAgo: 5 })
    const flagged = await asked({ student: mark, hoursAgo: 4, flags: ['contact-details'] })
    const waiting = await asked({ student: `${mark} X`, hoursAgo: 3, ...minor })
    const old = await asked({ student: mark, hoursAgo: 49 })
    await publishMove(old, 2, 'expiring', { student: mark, hoursAgo: 49 })
    const over = await asked({ student: mark, hoursAgo: 2 })
    await publishMove(over, 2, 'declined', { student: mark, hoursAgo: 2 })
    const ids = async (query: string) => (await list(`?q=${mark}${query}`)).data.map(({ id }) => id)
    expect(await ids('')).toEqual([over, waiting, flagged, plain, old])
    expect(await ids('&status=pending&sort=escalated')).toEqual([old, flagged, waiting, plain])
    expect(await ids('&status=declined')).toEqual([over])
    for (const sort of ['newest', 'escalated']) {
      const whole = await ids(`&sort=${sort}`)
      const first = await list(`?q=${mark}&sort=${sort}&limit=2`)
      const second = await list(`?q=${mark}&sort=${sort}&limit=3&cursor=${first.nextCursor}`)
      expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(whole)
      expect(first.total).toBe(5)
    }
    const { data } = await list(`?q=${mark}&status=pending&sort=escalated`)
    expect(data.map(({ escalated }) => escalated)).toEqual([true, true, false, false])
    expect((await admin.call('GET /admin/connections?cursor=x', { as })).status).toBe(400)
  })

  it('link to the accounts of both; a child without an account has no link', async () => {
    const mark = `Account${randomUUID().slice(0, 8)}`
    const studentId = randomUUID()
    // the account that auth published
    await admin.users.collection.insertOne(asDocument<UserRow>({ _id: studentId, fullName: mark }))
    const own = await asked({ student: mark, studentId })
    const guarded = { studentId: undefined, childId: randomUUID(), guardianIds: [randomUUID()] }
    const child = await asked({ student: mark, ...minor, ...guarded })
    const { data } = await list(`?q=${mark}`)
    const accounts = data.map(({ id, studentHasAccount }) => [id, studentHasAccount])
    expect(Object.fromEntries(accounts)).toEqual({ [own]: true, [child]: false })
  })

  it('are not urgent once an administrator agreed, and urgent again when others answer after 48 hours', async () => {
    const mark = `Press${randomUUID().slice(0, 8)}`
    const flagged = { student: mark, flags: ['contact-details' as const], hoursAgo: 5 }
    const waiting = { teacher: 'waiting', guardian: 'none', admin: 'waiting' } as const
    const reviewed = await asked({ ...flagged, hoursAgo: 6, needs: waiting })
    const fresh = await asked({ ...flagged, needs: waiting })
    const old = await asked({ student: mark, hoursAgo: 50, needs: waiting })
    await publishMove(old, 2, 'expiring', { student: mark, hoursAgo: 50, needs: waiting })
    await publishMove(old, 3, 'agreed', {
      student: mark,
      hoursAgo: 50,
      needs: { ...waiting, teacher: 'agreed' },
    })
    await decide(reviewed, 'approved')
    const shown = async () =>
      (await list(`?q=${mark}&status=pending&sort=escalated`)).data.map(({ id, escalated }) => [
        id,
        escalated,
      ])
    const expected = [
      [old, true],
      [fresh, true],
      [reviewed, false],
    ]
    expect(await shown()).toEqual(expected)
    await publishMove(reviewed, 2, 'agreed', { ...flagged, needs: { ...waiting, admin: 'agreed' } })
    expect(await shown()).toEqual(expected)
  })
})

describe('a decision on a connection', () => {
  it('is visible at once, sets adminReviewedAt, is published, and is in the audit log', async () => {
    const before = await counters()
    const id = await asked(minor)
    expect(await counters()).toBe(before + 1)
    const answer = await decide(id, 'approved', 'Fine')
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'approved',
          adminReviewedAt: expect.any(String),
          needs: { admin: 'agreed' },
          review: { decision: 'approved', notes: 'Fine', by: as.userId },
        },
      },
    })
    expect(await counters()).toBe(before)
    expect((await list('?status=approved')).data.map((one) => one.id)).toContain(id)
    const [event] = await admin.kafka.published('connection.reviewed', id, 1)
    expect(event).toMatchObject({
      data: { decision: 'approved', by: as.userId },
      personal: { notes: 'Fine' },
    })
    await eventually(async () => {
      const { entries } = await admin.audit.page(10, null, { actions: ['connection.reviewed'] })
      return entries.some(({ target, by }) => target === id && by === as.userId)
    })
    await publishMove(id, 2, 'approved', { ...minor, adminReviewedAt: new Date().toISOString() })
    expect((await list('?status=approved')).data.find((one) => one.id === id)).toMatchObject({
      status: 'approved',
      review: { decision: 'approved' },
    })
  })

  it('waits for the others where they have not agreed', async () => {
    const id = await asked({
      minor: true,
      needs: { teacher: 'waiting', guardian: 'agreed', admin: 'waiting' },
    })
    expect((await decide(id, 'approved')).body).toMatchObject({
      data: { status: 'pending', needs: { admin: 'agreed' } },
    })
    expect((await decide(id, 'declined')).body).toMatchObject({ code: 'CONNECTION_STATE' })
  })

  it('declines at once, and an event in transit does not undo it', async () => {
    const id = await asked(minor)
    expect((await decide(id, 'declined', 'No')).body).toMatchObject({ data: { status: 'declined' } })
    await publishMove(id, 2, 'agreed', minor)
    expect((await list('?status=declined')).data.map((one) => one.id)).toContain(id)
    expect((await list('?status=pending')).data.map((one) => one.id)).not.toContain(id)
  })

  it('that arrives after the others agreed shows how the connection ended', async () => {
    const id = await asked()
    await decide(id, 'declined', 'Not here')
    await publishMove(id, 2, 'approved', { needs: { teacher: 'agreed', guardian: 'none', admin: 'none' } })
    await publishMove(id, 3, 'ended', { needs: { teacher: 'agreed', guardian: 'none', admin: 'refused' } })
    expect((await list('?status=ended')).data.find((one) => one.id === id)).toMatchObject({
      status: 'ended',
      needs: { admin: 'refused' },
      review: { decision: 'declined', notes: 'Not here' },
    })
  })

  it('twice, late, or two at once: one counts and the others are 409; an unknown one is 404', async () => {
    const id = await asked(minor)
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(id, 'approved')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    const late = await asked()
    await publishMove(late, 2, 'expired')
    expect((await decide(late, 'approved')).status).toBe(409)
    expect((await decide(randomUUID(), 'approved')).status).toBe(404)
  })
})

describe('of an erased person', () => {
  const root = someone('super-admin')
  const declined = async (more: More) => {
    const id = await asked({ ...more, student: 'Erased Person' })
    const note = { status: 'declined', notes: 'Erased Person is unknown to us' }
    await admin.call(`PUT /admin/connections/${id}`, { as: root, body: note })
    expect(JSON.stringify(await rowOf(id))).toContain('unknown to us')
    return id
  }
  const erased = async (userId: string) => {
    expect((await admin.call(`DELETE /admin/users/${userId}`, { as: root })).status).toBe(202)
    await eventually(async () => {
      const row = await admin.users.collection.findOne({ _id: userId })
      return row?.erasure?.pending.includes('admin') === false
    })
  }

  it('a connection keeps no text of an erased person, also after late events', async () => {
    const userId = await registered('student')
    const id = await declined({ studentId: userId })
    await erased(userId)
    await publishMove(id, 2, 'ended', { studentId: userId, student: 'Erased Person' })
    expect(JSON.stringify(await rowOf(id))).not.toMatch(/Erased|Bonjour/)
  })

  it('a connection keeps no note of a person who was only its guardian', async () => {
    const userId = await registered('parent')
    const id = await declined({ guardianIds: [userId], minor: true })
    await erased(userId)
    expect(JSON.stringify(await rowOf(id))).not.toMatch(/Erased|Bonjour|unknown to us/)
  })

  it('a connection keeps no note of a child whose last guardian has left it before the erasure arrives', async () => {
    const ofChild = { studentId: undefined, childId: randomUUID(), minor: true }
    const id = await declined({ ...ofChild, guardianIds: [await registered('parent')] })
    await publishMove(id, 2, 'ended', { ...ofChild, guardianIds: [], student: 'Erased Person' })
    expect(JSON.stringify(await rowOf(id))).not.toMatch(/Erased|Bonjour|unknown to us/)
  })
})

describe('upgrade requests', () => {
  const request = async (sequence = 1, known?: string) => {
    const teacherId = known ?? (await registered('teacher', 'Karim Jaziri'))
    await admin.kafka.publish('users', teacherId, sequence, {
      type: 'upgrade.requested',
      data: { teacherId, at: new Date().toISOString() },
      personal: { email: 't@example.tn', fullName: 'Karim Jaziri', language: 'fr', reason: 'Plus d’élèves' },
    })
    await eventually(async () => {
      const row = await upgradeOf(teacherId)
      return row?.status === 'open' && row.requestedAt
    })
    return teacherId
  }
  const upgradeOf = (_id: string) => admin.upgrades.collection.findOne({ _id })
  const changeEmail = async (id: string, sequence: number, email: string) => {
    await admin.kafka.publish('auth', id, sequence, {
      type: 'user.email-changed',
      data: { userId: id, role: 'teacher' },
      personal: { email, fullName: 'Karim Jaziri', language: 'fr', oldEmail: 't@example.tn' },
    })
    await eventually(async () => (await admin.users.byId(id))?.email === email)
  }
  const put = (id: string, status: 'granted' | 'refused') =>
    admin.call(`PUT /admin/upgrades/${id}`, { as, body: { status, notes: 'Merci' } })

  it('are listed with the teacher’s places and decided once; the decision is published', async () => {
    const id = await request()
    await asked({ teacherId: id })
    const { body } = await admin.call('GET /admin/upgrades?status=open', { as })
    expect(await counters('pendingUpgrades')).toBe(body['total'])
    expect(body['data']).toContainEqual(
      expect.objectContaining({
        id,
        teacherName: 'Karim Jaziri',
        reason: 'Plus d’élèves',
        used: 1,
        review: null,
      }),
    )
    expect((await put(id, 'refused')).body).toMatchObject({
      data: { status: 'refused', review: { notes: 'Merci' } },
    })
    expect((await put(id, 'granted')).body).toMatchObject({ code: 'UPGRADE_DECIDED' })
    const [event] = await admin.kafka.published('upgrade.reviewed', id, 1)
    expect(event).toMatchObject({
      data: { teacherId: id, decision: 'refused' },
      personal: { fullName: 'Karim Jaziri' },
    })
    const teacher = { ...someone('teacher'), userId: id }
    const exported = (await admin.call('GET /me/export/administration', { as: teacher })).body
    expect(exported['upgradeRequests']).toMatchObject([
      { reason: 'Plus d’élèves', status: 'refused', review: { notes: 'Merci' } },
    ])
    expect(JSON.stringify(exported['upgradeRequests'])).not.toContain(as.userId)
    await request(2, id)
    expect((await put(id, 'granted')).status).toBe(200)
    expect((await put(randomUUID(), 'granted')).status).toBe(404)
  })

  it('are answered to the address that the teacher has now', async () => {
    const id = await request()
    await changeEmail(id, 2, 'new@example.tn')
    await put(id, 'granted')
    const [event] = await admin.kafka.published('upgrade.reviewed', id, 1)
    expect(event?.personal).toMatchObject({ email: 'new@example.tn', fullName: 'Karim Jaziri' })
  })

  it('of a person who lost the account to the owner of its address are removed, once and also when they are late', async () => {
    const [id, late] = [await request(), await registered('teacher')]
    const verifiedAt = new Date().toISOString()
    const reclaim = (userId: string) =>
      admin.kafka.publish('auth', userId, 2, {
        type: 'user.reclaimed',
        data: { userId, role: 'teacher', verifiedAt },
        personal: { email: `${userId}@example.tn`, fullName: 'Karim Jaziri', language: 'fr' },
      })
    for (const userId of [id, late]) {
      await reclaim(userId)
      await eventually(async () => (await upgradeOf(userId))?.reclaimedAt)
    }
    await eventually(async () => (await upgradeOf(id))?.reason === '')
    const [event] = await admin.kafka.published('upgrade.requested', id, 1)
    if (event) await admin.upgrades.project({ ...event, subject: late })
    const listed = async () => {
      return dataOf<{ id: string }[]>(
        await admin.call('GET /admin/upgrades?status=all&limit=100', { as }),
      ).map((one) => one.id)
    }
    for (const userId of [id, late]) expect(await listed()).not.toContain(userId)
    expect((await put(id, 'granted')).status).toBe(404)
    const own = { ...someone('teacher'), userId: id }
    const exported = await admin.call('GET /me/export/administration', { as: own })
    expect(exported.body['upgradeRequests']).toEqual([])
    await request(2, id)
    await reclaim(id)
    await changeEmail(id, 3, 'owner@example.tn')
    expect(await listed()).toContain(id)
    expect(await upgradeOf(id)).toMatchObject({ reason: 'Plus d’élèves' })
  })

  it('are listed in pages, the longest waiting first', async () => {
    await admin.upgrades.collection.deleteMany({})
    const ids = [await request(), await request(), await request()]
    const days = [2, 3, 1]
    for (const [index, _id] of ids.entries())
      await admin.upgrades.collection.updateOne(
        { _id },
        { $set: { requestedAt: new Date(`2026-11-0${days[index]}`) } },
      )
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `status=open&limit=1${cursor && `&cursor=${cursor}`}`
      const { body } = await admin.call(`GET /admin/upgrades?${query}`, { as })
      expect(body['total']).toBe(3)
      seen.push(...dataOf<{ id: string }[]>({ body }).map(({ id }) => id))
      cursor = body['nextCursor'] as string | null
    }
    expect(seen).toEqual([ids[2], ids[0], ids[1]])
  })
})

it('connection success is the share of approvals among decisions, from five decisions on', async () => {
  await admin.connections.collection.deleteMany({})
  const success = async () => {
    return dataOf<{ connectionSuccess: object }>(await admin.call('GET /admin/analytics', { as }))
      .connectionSuccess
  }
  for (const type of ['approved', 'approved', 'ended', 'declined', 'expired'] as const)
    await publishMove(await asked(), 2, type)
  const shows = (shown: object) =>
    eventually(async () => {
      const found = await success()
      return JSON.stringify(found) === JSON.stringify(shown) && found
    }, 10_000)
  await shows({ approved: 3, decided: 4, percent: null })
  await publishMove(await asked(), 2, 'declined')
  await shows({ approved: 3, decided: 5, percent: 60 })
})

describe('a connection that an alert paused', () => {
  const all = { teacher: 'agreed', guardian: 'agreed', admin: 'agreed' } as const
  const child = { minor: true, needs: all, adminReviewedAt: new Date().toISOString() } as const
  const pausedNow = async () => {
    const id = randomUUID()
    const [studentId, stoppedAt] = [randomUUID(), new Date().toISOString()]
    await publishMove(id, 1, 'suspended', { ...child, studentId, stoppedAt })
    return { id, studentId, stoppedAt }
  }
  const find = async (id: string) => (await list('?status=all&limit=200')).data.find((row) => row.id === id)

  it('is reopened or ended once, with a note, by one of two administrators', async () => {
    const { id } = await pausedNow()
    expect(await find(id)).toMatchObject({ status: 'suspended', paused: true, openAlerts: 0 })
    expect((await list('?status=all&sort=escalated&limit=200')).data[0]?.status).toBe('suspended')
    expect((await decide(id, 'reopened')).body).toMatchObject({ code: 'REASON_REQUIRED' })
    expect((await decide(id, 'approved', 'x')).status).toBe(409)
    const answers = await Promise.all([decide(id, 'reopened', 'Talked'), decide(id, 'ended', 'Talked')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [event] = await admin.kafka.published('connection.reviewed', id, 1)
    const [row] = answers.filter(({ status }) => status === 200)
    expect(row?.body['data']).toMatchObject({
      paused: false,
      review: { decision: event?.data.decision, notes: 'Talked' },
    })
    expect(await admin.kafka.published('connection.reviewed', id, 1)).toHaveLength(1)
  })

  it('shows the decision at once, and a newer alert pauses it again', async () => {
    const { id } = await pausedNow()
    expect((await decide(id, 'reopened', 'Talked')).body['data']).toMatchObject({ status: 'approved' })
    const stoppedAt = new Date(Date.now() + 1000).toISOString()
    await publishMove(id, 2, 'suspended', { ...child, stoppedAt })
    expect(await find(id)).toMatchObject({ status: 'suspended', paused: true })
  })

  it('is not reopened by a decision about an earlier pause', async () => {
    const { id, studentId, stoppedAt: seen } = await pausedNow()
    expect(await find(id)).toMatchObject({ stoppedAt: seen })
    const newer = new Date(Date.parse(seen) + 1000).toISOString()
    await publishMove(id, 2, 'changed', { ...child, studentId, status: 'suspended', stoppedAt: newer })
    const reopened = (stoppedAt: string) =>
      admin.call(`PUT /admin/connections/${id}`, {
        as,
        body: { status: 'reopened', notes: 'Talked', stoppedAt },
      })
    expect((await reopened(seen)).body['code']).toBe('STALE_VERSION')
    expect(await find(id)).toMatchObject({ status: 'suspended', paused: true, stoppedAt: newer })
    expect((await reopened(newer)).status).toBe(200)
    const [event] = await admin.kafka.published('connection.reviewed', id, 1)
    expect(event?.data.stoppedAt).toBe(newer)
    // raised before the decision, but not seen: its event was still on its way
    const unseen = new Date(Date.parse(newer) + 1).toISOString()
    await publishMove(id, 3, 'changed', { ...child, studentId, status: 'suspended', stoppedAt: unseen })
    expect(await find(id)).toMatchObject({ status: 'suspended', paused: true })
  })

  it('that is ended keeps the two apart until it is lifted, once and with a note', async () => {
    const { id, studentId } = await pausedNow()
    expect((await decide(id, 'lifted', 'x')).status).toBe(409)
    await decide(id, 'ended', 'Confirmed')
    await publishMove(id, 2, 'ended', { ...child, studentId })
    expect((await decide(id, 'lifted')).body).toMatchObject({ code: 'REASON_REQUIRED' })
    expect((await decide(id, 'lifted', 'A mistake')).body['data']).toMatchObject({
      status: 'ended',
      review: { decision: 'lifted', notes: 'A mistake' },
    })
    expect((await decide(id, 'lifted', 'A mistake')).status).toBe(409)
    const [, event] = await admin.kafka.published('connection.reviewed', id, 2)
    expect(event?.data).toMatchObject({ decision: 'lifted', stoppedAt: expect.any(String) })
  })

  it('that was closed meanwhile can only be ended or lifted; resolving the alert reopens nothing', async () => {
    const { id, studentId, stoppedAt } = await pausedNow()
    await admin.call('POST /safety/reports', {
      as: someone('teacher'),
      body: { reason: 'danger', text: 'Help', childId: studentId },
    })
    const alertsNow = async () => dataOf<Alert[]>(await admin.call('GET /admin/alerts?limit=200', { as }))
    const [alert] = (await alertsNow()).filter(({ childId }) => childId === studentId)
    expect(alert?.concerned?.paused).toMatchObject([{ connectionId: id, mayReopen: true }])
    expect(await find(id)).toMatchObject({ openAlerts: 1 })
    await admin.call(`POST /admin/alerts/${alert?.id}/resolve`, { as, body: { note: 'Called the family' } })
    expect(await find(id)).toMatchObject({ status: 'suspended', paused: true, openAlerts: 0 })
    await publishMove(id, 2, 'ended', { ...child, studentId, stoppedAt })
    expect(await find(id)).toMatchObject({ status: 'ended', paused: true })
    expect((await decide(id, 'reopened', 'x')).status).toBe(409)
    expect((await decide(id, 'ended', 'x')).body['data']).toMatchObject({ status: 'ended', paused: false })
  })

  it('is pending again after a reopening, if it was pending before the pause', async () => {
    const { id, stoppedAt } = await pausedNow()
    const waiting = { minor: true, needs: { ...all, admin: 'waiting' } } as const
    await publishMove(id, 2, 'suspended', { ...waiting, stoppedAt })
    expect((await decide(id, 'reopened', 'x')).body['data']).toMatchObject({ status: 'pending' })
    await publishMove(id, 3, 'reopened', { ...waiting, status: 'pending' })
    expect((await decide(id, 'approved', 'x')).body['data']).toMatchObject({ status: 'approved' })
  })
})
