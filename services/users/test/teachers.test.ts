import type { TeacherCard } from '@darsi/contracts/calls/users/teachers-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { markOnline } from '@darsi/kit/identity/presence.ts'
import { suspensionOf } from '@darsi/kit/testing/account-events.ts'
import { dataOf, eventually, silentLog, someone } from '@darsi/kit/testing/testing.ts'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { createFreshIndex } from '../src/teachers/index/fresh-index.ts'
import { eraseFromSearch } from '../src/teachers/search-updates.ts'
import type { Teacher } from '../src/teachers/teacher.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()

type Caller = ReturnType<typeof someone>
type Answer = {
  data: TeacherCard[]
  total: number
  nextCursor: string | null
  relax: { filter: string; total: number }[]
  byGovernorate: Record<string, number>
}

const complete = {
  teachingSubjects: ['Mathematics', 'Sciences physiques'],
  acceptTerms: true,
  bio: 'Dix ans avec les classes de bac',
  hourlyRate: 40,
  experienceLevel: 'expert',
  sessionTypes: ['online'],
  levels: ['secondary'],
  languages: ['ar', 'fr'],
}

const approval = (userId: string): EventInput => ({
  type: 'user.approved',
  data: { userId, role: 'teacher', at: new Date().toISOString(), by: 'admin' },
  personal,
})
const suspension = (userId: string): EventInput => suspensionOf({ userId, role: 'teacher', ...personal })
const personal = { email: 'x@example.tn', fullName: 'X', language: 'en' as const }

const grid = (as: Caller, slots: number[], weekOffset = 0): EventInput => ({
  type: 'availability.saved',
  data: { userId: as.userId, role: as.role, weekOffset, slots },
})

async function search(query: Record<string, string | number> = {}, as: Caller = someone('student')) {
  const params = new URLSearchParams()
  for (const [parameter, value] of Object.entries(query)) params.set(parameter, String(value))
  const answer = await users.call(`GET /teachers?${params}`, { as })
  expect([answer.status, answer.body['error']]).toEqual([200, undefined])
  // `as`: the declared answer
  return answer.body as Answer
}

/** Searches by a unique name, so that tests do not see each other's teachers. */
const isFound = async (name: string) => (await search({ name })).total === 1

let names = 0
async function listedTeacher(given: { fullName?: string; roleData?: object; slots?: number[] } = {}) {
  const {
    fullName = `Zied No${'bdfjklmnrs'[names % 10]}a${'tzbdf'[Math.floor(names / 10)]}a`,
    roleData = {},
    slots,
  } = given
  names += 1
  const as = await users.account('teacher', {
    fullName,
    roleData: { ...complete, ...roleData },
    status: 'pending',
  })
  await users.kafka.publish('admin', as.userId, 1, approval(as.userId))
  if (slots) await users.kafka.publish('availability', as.userId, 1, grid(as, slots))
  await eventually(() => isFound(fullName))
  return { as, id: as.userId, name: fullName }
}

const proof = (userId: string): EventInput => ({
  type: 'user.verified',
  data: { userId, role: 'teacher', verifiedAt: new Date().toISOString() },
  personal,
})

describe('a teacher in the search', () => {
  it('has a proven address and an approval, whichever comes first', async () => {
    const unproven = { status: 'pending', isProven: false } as const
    const early = await users.account('teacher', { fullName: 'Preuve Avant', ...unproven })
    const late = await users.account('teacher', { fullName: 'Preuve Apres', ...unproven })
    await users.kafka.publish('auth', early.userId, 2, proof(early.userId))
    await users.kafka.publish('admin', late.userId, 1, approval(late.userId))
    await listedTeacher()
    expect(await isFound('Preuve Avant')).toBe(false)
    expect(await isFound('Preuve Apres')).toBe(false)
    const student = await users.account('student', { roleData: { educationLevel: 'university' } })
    const ask = () =>
      users.call('POST /connections', {
        as: student,
        body: { teacherId: late.userId, subject: 'mathematics' },
      })
    expect((await ask()).status).toBe(404)
    await users.kafka.publish('admin', early.userId, 1, approval(early.userId))
    await users.kafka.publish('auth', late.userId, 2, proof(late.userId))
    await eventually(() => isFound('Preuve Avant'))
    await eventually(() => isFound('Preuve Apres'))
    // the same event again, and an older registration after it, change nothing
    await users.kafka.publish('auth', late.userId, 2, proof(late.userId))
    await listedTeacher()
    expect(await isFound('Preuve Apres')).toBe(true)
  })

  it('appears with the approval and not before', async () => {
    const as = await users.account('teacher', { fullName: 'Pending Attente', status: 'pending' })
    await listedTeacher()
    expect(await isFound('Pending Attente')).toBe(false)
    await users.kafka.publish('admin', as.userId, 1, approval(as.userId))
    await eventually(() => isFound('Pending Attente'))
  })

  it('is shown with everything a learner asks for, without phone and e-mail', async () => {
    const { id, name } = await listedTeacher({ slots: [108, 109, 515] })
    await eventually(async () => (await search({ name })).data[0]?.offeredHours === 3)
    const { data } = await search({ name })
    expect(data[0]).toMatchObject({
      id,
      name,
      governorateId: 1,
      delegationId: 4,
      subjects: ['mathematics', 'physics'],
      levels: ['secondary'],
      languages: ['ar', 'fr'],
      sessionTypes: ['online'],
      hourlyRate: 40,
      experienceLevel: 'expert',
      bio: 'Dix ans avec les classes de bac',
      rating: null,
      reviewCount: 0,
      answerHours: null,
      freeDays: [1, 5],
      totalStudents: 0,
      isOnline: false,
      isNew: true,
      favourite: false,
      sharedHours: null,
    })
    const one = await users.call(`GET /teachers/${id}`, { as: someone('parent') })
    expect(one.body['data']).toMatchObject({ id, slots: [108, 109, 515] })
    for (const seen of [JSON.stringify(data), JSON.stringify(one.body)]) expect(seen).not.toMatch(/\+216|@/)
  })

  it('is online for ten minutes after the last sign of life, and never when switched off', async () => {
    const { as, id } = await listedTeacher()
    const isOnline = async () => {
      const { body } = await users.call(`GET /teachers/${id}`, { as: someone('student') })
      return dataOf<TeacherCard>({ body }).isOnline
    }
    expect(await isOnline()).toBe(false)
    await markOnline(users.redis, [id])
    expect(await isOnline()).toBe(true)
    const ttl = await users.redis.ttl(`presence:${id}`)
    expect(ttl).toBeGreaterThan(500)
    expect(ttl).toBeLessThanOrEqual(600)
    const hide = await users.call('PUT /me/preferences', {
      as,
      body: {
        language: 'en',
        privacy: { profileVisible: true, contactVisible: false, onlineVisible: false },
        notifications: { email: true, sms: false, push: false },
      },
    })
    expect(hide.status).toBe(200)
    expect(await isOnline()).toBe(false)
    await users.redis.del(`presence:${id}`)
  })

  it('disappears within a second of a suspension, of hiding the profile and of a deletion', async () => {
    const gone: ((teacher: Caller) => Promise<unknown>)[] = [
      (as) => users.kafka.publish('admin', as.userId, 2, suspension(as.userId)),
      (as) =>
        users.call('PUT /me/preferences', {
          as,
          body: {
            language: 'en',
            privacy: { profileVisible: false, contactVisible: false },
            notifications: { email: true, sms: false, push: false },
          },
        }),
      (as) =>
        users.kafka.account.deletionRequested({
          userId: as.userId,
          role: 'teacher',
          ...personal,
          sequence: 2,
        }),
    ]
    for (const act of gone) {
      const { as, id, name } = await listedTeacher()
      const other = createFreshIndex({ teachers: users.teachers.collection })
      other.start(silentLog)
      await eventually(() => other.index.has(id))
      await act(as)
      // an event first travels through Kafka; after the write every process sees it within a second
      await eventually(() => !users.teacherIndex.index.has(id))
      await eventually(() => !other.index.has(id))
      expect(await isFound(name)).toBe(false)
      const one = await users.call(`GET /teachers/${id}`, { as: someone('student') })
      expect(one.status).toBe(404)
      await other.stop()
    }
  })

  it('is found by every process where the database has no change streams: by full reads', async () => {
    const { as, id } = await listedTeacher()
    const { collection: teachers } = users.teachers
    const standalone: typeof teachers = Object.create(teachers, {
      watch: { value: () => teachers.watch([{ $unknownStage: {} }]) },
    })
    const other = createFreshIndex({ teachers: standalone, withoutStreamMs: 10 })
    other.start(silentLog)
    await eventually(() => other.index.has(id))
    expect(other.isStreaming()).toBe(false)
    await users.kafka.publish('admin', as.userId, 2, suspension(as.userId))
    await eventually(() => !other.index.has(id))
    await other.stop()
  })

  it('is found by what changed while the change stream was lost: the next one resumes', async () => {
    const { as, id } = await listedTeacher()
    const { collection: teachers } = users.teachers
    const opened: { resumeAfter?: unknown }[] = []
    let lose = async () => {}
    const watched: typeof teachers = Object.create(teachers, {
      watch: {
        value: (stages: object[], options: object) => {
          opened.push(options)
          const stream = teachers.watch(stages, options)
          lose = () => stream.close()
          return stream
        },
      },
    })
    const other = createFreshIndex({ teachers: watched })
    other.start(silentLog)
    await eventually(() => other.isLoaded() && other.isStreaming())
    await lose()
    await users.kafka.publish('admin', as.userId, 2, suspension(as.userId))
    await eventually(() => !other.index.has(id))
    expect(opened.map(({ resumeAfter }) => resumeAfter !== undefined)).toEqual([false, true])
    await other.stop()
  })

  it('is listed again after the reinstatement, and a late old suspension changes nothing', async () => {
    const { id, name } = await listedTeacher()
    await users.kafka.publish('admin', id, 2, suspension(id))
    await eventually(async () => !(await isFound(name)))
    await users.kafka.publish('admin', id, 3, { ...approval(id), type: 'user.reinstated' } as EventInput)
    await eventually(() => isFound(name))
    await users.kafka.publish('admin', id, 2, suspension(id))
    await listedTeacher()
    expect(await isFound(name)).toBe(true)
  })

  it('shows a changed profile at once, except what is reviewed: the old card is shown until an administrator approves', async () => {
    const { as, name } = await listedTeacher()
    const version = (await users.call('GET /me/profile', { as })).body['data'] as { version: number }
    const body = {
      version: version.version,
      roleData: { bio: 'Neu', hourlyRate: 22.5, levels: ['university'] },
    }
    expect((await users.call('PATCH /me/profile', { as, body })).status).toBe(200)
    const old = 'Dix ans avec les classes de bac'
    const [before] = (await search({ name })).data
    expect(before).toMatchObject({ bio: old, hourlyRate: 40, levels: ['university'] })
    const review = await eventually(async () => {
      const events = await users.kafka.published('user.profile-changed', as.userId, 2)
      return events.at(-1)?.personal.card
    })
    expect(review).toMatchObject({ shown: { bio: old }, proposed: { bio: 'Neu' } })
    const decide = (decision: 'approved' | 'refused', changedAt: string, sequence: number) =>
      users.kafka.publish('admin', as.userId, sequence, {
        type: 'card.reviewed',
        data: { teacherId: as.userId, decision, by: 'a', changedAt, at: changedAt },
        personal: { email: 'x@example.tn', fullName: 'X', language: 'fr', notes: '' },
      })
    await decide('approved', '2020-01-01T00:00:00.000Z', 5)
    await decide('approved', review.changedAt, 6)
    await eventually(async () => (await search({ name })).data[0]?.['bio'] === 'Neu')
    expect((await search({ name })).data[0]).toMatchObject({ hourlyRate: 22.5 })
  })

  it('shows no text that changed after the administrator read the file, until its own decision', async () => {
    const fullName = 'Zied Relu'
    const as = await users.account('teacher', { fullName, roleData: complete, status: 'pending' })
    const write = async (bio: string) => {
      const { version } = (await users.call('GET /me/profile', { as })).body['data'] as { version: number }
      const body = { version, roleData: { bio } }
      expect((await users.call('PATCH /me/profile', { as, body })).status).toBe(200)
      return String((await users.profiles.find(as.userId))?.updatedAt.toISOString())
    }
    const profileAt = await write('Gelesen')
    await write('Danach')
    const approved = approval(as.userId)
    const read = { ...approved, data: { ...approved.data, profileAt } } as EventInput
    await users.kafka.publish('admin', as.userId, 1, read)
    await eventually(() => isFound(fullName))
    expect((await search({ name: fullName })).data[0]).toMatchObject({ bio: '', subjects: [] })
    const review = await eventually(async () => (await users.profiles.find(as.userId))?.cardReview)
    // a repeated event changes nothing
    await users.kafka.publish('admin', as.userId, 1, read)
    await users.kafka.publish('admin', as.userId, 2, {
      type: 'card.reviewed',
      data: {
        ...{ teacherId: as.userId, decision: 'approved', by: 'a' },
        ...{ changedAt: review.at.toISOString(), at: new Date().toISOString() },
      },
      personal: { ...personal, notes: '' },
    })
    await eventually(async () => (await search({ name: fullName })).data[0]?.['bio'] === 'Danach')
  })

  it('is counted by the weekly template and not by an exception', async () => {
    const { as, name } = await listedTeacher({ slots: [108] })
    await users.kafka.publish('availability', as.userId, 2, grid(as, [], 3))
    await users.kafka.publish('availability', as.userId, 3, grid(as, [108, 209]))
    await eventually(async () => (await search({ name, day: 2, hour: 9 })).total === 1)
    await users.kafka.publish('availability', as.userId, 4, grid(as, [], 3))
    await listedTeacher()
    expect((await search({ name, day: 1, hour: 8 })).total).toBe(1)
  })

  it('has a rating from three reviews and an answer time from five answers on, each counted once', async () => {
    const { id, name } = await listedTeacher()
    const { teachers } = users
    for (const [review, stars] of [
      ['r1', 5],
      ['r2', 4],
      ['r1', 1],
      ['r3', 3],
    ] as const)
      await teachers.addRating(id, review, stars)
    for (const [connection, hours] of [
      ['c1', 1],
      ['c2', 2],
      ['c3', 3],
      ['c4', 50],
      ['c4', 0],
      ['c5', 60],
    ] as const)
      await teachers.addAnswer(id, connection, hours)
    await eventually(async () => (await search({ name })).data[0]?.answerHours === 3)
    expect((await search({ name })).data[0]).toMatchObject({ rating: 4, reviewCount: 3, isNew: false })
  })
})

describe('a teacher without a free place', () => {
  it('is marked and comes last until a place is free again', async () => {
    const name = 'Zied Complet Sanplas'
    const full = await listedTeacher({ fullName: name })
    const free = await listedTeacher({
      fullName: `${name} Libre`,
      roleData: { levels: [], hourlyRate: null },
    })
    const accepted: string[] = []
    for (let number = 0; number < 5; number++) {
      const as = await users.account('student', { roleData: { educationLevel: 'university' } })
      const body = { teacherId: full.id, subject: 'mathematics' }
      const { id } = dataOf(await users.call('POST /connections', { as, body }))
      await users.call(`POST /connections/${id}/accept`, { as: full.as, body: {} })
      accepted.push(id)
    }
    const found = async () => (await search({ name: 'Complet Sanplas' })).data
    await eventually(async () => (await found()).some((each) => each.full))
    expect((await found()).map((each) => [each.id, each.full])).toEqual([
      [free.id, false],
      [full.id, true],
    ])
    expect((await found())[1]?.reasons).toContainEqual({ kind: 'full', value: null, points: 0 })
    await users.call(`POST /connections/${accepted[0]}/end`, { as: full.as, body: {} })
    await eventually(async () => !(await found()).some((each) => each.full))
  })
})

describe('the filters', () => {
  let id = ''
  const name = 'Filtre Essai'
  beforeAll(async () => {
    id = (await listedTeacher({ fullName: name, slots: [108, 616] })).id
  })

  it.each<[string, Record<string, string | number>, Record<string, string | number>]>([
    ['subject', { subject: 'physics' }, { subject: 'arabic' }],
    ['level', { level: 'secondary' }, { level: 'primary' }],
    ['governorate', { governorate: 1 }, { governorate: 2 }],
    ['delegation', { governorate: 1, delegation: 4 }, { governorate: 1, delegation: 5 }],
    ['radius', { governorate: 2, radius: 60 }, { governorate: 15, radius: 60 }],
    ['day', { day: 6 }, { day: 2 }],
    ['hour', { hour: 16 }, { hour: 13 }],
    ['day and hour', { day: 1, hour: 8 }, { day: 1, hour: 16 }],
    ['session type', { sessionType: 'online' }, { sessionType: 'group' }],
    ['rate', { maxRate: 40 }, { maxRate: 39.9 }],
    ['language', { language: 'fr' }, { language: 'en' }],
    ['name', { name: 'essai filt' }, { name: 'filtre nobody' }],
  ])('%s', async (_what, fitting, failing) => {
    const base = { name, ...fitting }
    await eventually(async () => (await search(base)).data[0]?.id === id)
    expect((await search({ name, ...failing })).data).toEqual([])
  })

  it.each([
    'subject=piano',
    'level=x',
    'day=7',
    'delegation=4',
    'limit=51',
    'email=x',
    'cursor=abc',
    'radius=0',
  ])('refuse %s', async (query) => {
    expect((await users.call(`GET /teachers?${query}`, { as: someone('student') })).status).toBe(400)
  })

  it('find Arabic by Latin spelling and the other way round', async () => {
    await listedTeacher({ fullName: 'محمد بن صالح' })
    await listedTeacher({ fullName: 'Khaoula Ghannouchi' })
    for (const asked of ['Mohamed Ben Salah', 'mohammed bensalah', 'محمد'])
      expect((await search({ name: asked })).data.map((one) => one.name)).toContain('محمد بن صالح')
    expect((await search({ name: 'الغنوشي' })).data.map((one) => one.name)).toEqual(['Khaoula Ghannouchi'])
  })

  it('without a result propose which filter to drop, with counts', async () => {
    const { data, total, relax } = await search({ name, subject: 'physics', language: 'en' })
    expect({ data, total }).toEqual({ data: [], total: 0 })
    expect(relax[0]).toEqual({ filter: 'language', total: 1 })
  })

  it('count per governorate', async () => {
    expect((await search({ name })).byGovernorate).toEqual({ '1': 1 })
  })
})

describe('the answer', () => {
  it('ranks by the hours and the place that the searcher shares, and names both as reasons', async () => {
    const far = await listedTeacher({ fullName: 'Rang Essai', slots: [] })
    const near = await listedTeacher({ fullName: 'Rang Essaid', slots: [210, 211, 212] })
    const student = await users.account('student', {
      roleData: { educationLevel: 'secondary', subjects: ['Physics'] },
    })
    await users.kafka.publish('availability', student.userId, 1, grid(student, [210, 211, 519]))
    await eventually(async () => {
      const [first, second] = (await search({ name: 'rang' }, student)).data
      expect([first?.id, second?.id]).toEqual([near.id, far.id])
      expect(first).toMatchObject({ sharedHours: 2, distanceKm: 0, score: 56 })
      expect(first?.reasons).toEqual([
        { kind: 'shared-hours', value: 2, points: 6 },
        { kind: 'distance', value: 0, points: 25 },
        { kind: 'subject', value: null, points: 15 },
        { kind: 'level', value: null, points: 10 },
        { kind: 'new', value: null, points: 0 },
        { kind: 'online', value: null, points: 0 },
      ])
      return true
    })
  })

  it('comes in pages that neither repeat nor miss anybody', async () => {
    for (let number = 0; number < 7; number++) await listedTeacher()
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Answer = await search({ subject: 'physics', limit: 3, ...(cursor && { cursor }) })
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
      expect(page.total).toBeGreaterThanOrEqual(page.data.length)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe((await search({ subject: 'physics' })).total)
  })

  it('of another search’s cursor is refused', async () => {
    const { nextCursor } = await search({ limit: 1 })
    const answer = await users.call(`GET /teachers?subject=physics&cursor=${nextCursor}`, {
      as: someone('student'),
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'CURSOR_INVALID' } })
  })

  it('is 503 with a time to come back while the index is being read', async () => {
    const teacherIndex = createFreshIndex({ teachers: users.teachers.collection })
    const starting = await users.serveWith({ teacherIndex })
    const answer = await starting.call('GET /teachers', { as: someone('student') })
    expect(answer).toMatchObject({ status: 503, body: { code: 'SEARCH_NOT_READY' } })
    expect(answer.headers.get('retry-after')).toBe('2')
    await starting.close()
    teacherIndex.start(silentLog)
    await eventually(() => teacherIndex.isLoaded())
    expect(teacherIndex.index.size()).toBe(users.teacherIndex.index.size())
    await teacherIndex.stop()
  })
})

describe('favourites', () => {
  const kept = async (as: Caller) => {
    const answer = await users.call('GET /favorites', { as })
    return dataOf<Teacher[]>(answer).map(({ id }) => id)
  }

  it('are stored once, shown newest first and on the cards, and removed', async () => {
    const [a, b] = [await listedTeacher(), await listedTeacher()]
    const student = await users.account('student')
    for (const id of [a.id, b.id, a.id])
      expect((await users.call(`PUT /favorites/${id}`, { as: student })).status).toBe(200)
    expect(await kept(student)).toEqual([b.id, a.id])
    expect((await search({ name: a.name }, student)).data[0]?.favourite).toBe(true)
    for (let i = 0; i < 2; i++)
      expect((await users.call(`DELETE /favorites/${a.id}`, { as: student })).status).toBe(200)
    expect(await kept(student)).toEqual([b.id])
    expect((await search({ name: a.name }, student)).data[0]?.favourite).toBe(false)
  })

  it('of an unlisted teacher are 404, and a teacher who is no longer listed is left out', async () => {
    const student = await users.account('parent')
    expect((await users.call('PUT /favorites/nobody', { as: student })).status).toBe(404)
    const { id } = await listedTeacher()
    await users.call(`PUT /favorites/${id}`, { as: student })
    await users.kafka.publish('admin', id, 2, suspension(id))
    await eventually(async () => (await kept(student)).length === 0)
    expect((await users.call(`DELETE /favorites/${id}`, { as: student })).status).toBe(200)
  })

  it('leave with the account and with the teacher', async () => {
    const { id } = await listedTeacher()
    const student = await users.account('student')
    await users.call(`PUT /favorites/${id}`, { as: student })
    await eraseFromSearch(users, id)
    expect(await users.favorites.of(student.userId)).toEqual([])
  })

  it('are for students and parents', async () => {
    for (const role of ['teacher', 'admin', 'super-admin'] as const)
      expect((await users.call('GET /favorites', { as: someone(role) })).status).toBe(403)
    expect((await users.call('GET /teachers')).status).toBe(401)
  })
})

it('an erased teacher is not restored by a late event', async () => {
  const store = users.teachers
  await store.erase('late')
  await store.setStatus({ producer: 'admin', sequence: 1, subject: 'late' }, 'approved')
  await store.addRating('late', 'r', 5)
  await store.addRating('late', 'r', 5)
  const left = await store.collection.findOne({ _id: 'late' })
  expect(Object.keys(left ?? {}).sort()).toEqual(['_id', 'erasedAt'])
})
