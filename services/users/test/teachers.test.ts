import type { EventInput } from '@darsi/contracts/events.ts'
import type { TeacherCard } from '@darsi/contracts/teachers-api.ts'
import { eventually, silentLog, someone } from '@darsi/kit/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createFreshIndex } from '../src/teachers/fresh-index.ts'
import { teacherRoutes } from '../src/teachers/routes.ts'
import type { Teacher } from '../src/teachers/teacher.ts'
import { createTeacherStore } from '../src/teachers/teacher-store.ts'
import { start, type World } from './world.ts'

let users: World
beforeAll(async () => {
  users = await start()
})
afterAll(() => users.close())

type Caller = ReturnType<typeof someone>
type Answer = {
  data: TeacherCard[]
  total: number
  nextCursor: string | null
  relax: { filter: string; total: number }[]
  byGovernorate: Record<string, number>
}

const complete = {
  teachingSubjects: ['Mathematics', 'Physique'],
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
const suspension = (userId: string): EventInput => ({
  type: 'user.suspended',
  data: { userId, role: 'teacher', at: new Date().toISOString(), by: 'admin', previous: 'approved' },
  personal: { ...personal, reason: 'x' },
})
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
  return answer.body as unknown as Answer
}

/** Found by a name of their own, so that tests do not see each other's teachers. */
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

describe('a teacher in the search', () => {
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
      isNew: true,
      favourite: false,
      sharedHours: null,
    })
    const one = await users.call(`GET /teachers/${id}`, { as: someone('parent') })
    expect(one.body['data']).toMatchObject({ id, slots: [108, 109, 515] })
    for (const seen of [JSON.stringify(data), JSON.stringify(one.body)]) expect(seen).not.toMatch(/\+216|@/)
  })

  it('is gone within a second of a suspension, of the own choice and of a deletion', async () => {
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
        users.kafka.publish('admin', as.userId, 2, {
          type: 'user.deletion-requested',
          data: { userId: as.userId, role: 'teacher', at: new Date().toISOString(), by: 'root' },
          personal,
        }),
    ]
    for (const act of gone) {
      const { as, id, name } = await listedTeacher()
      const other = createFreshIndex({ model: users.teacherStore.model })
      other.start(silentLog)
      await eventually(() => other.index.has(id))
      await act(as)
      // an event needs its way through Kafka; from the write on it is a second for every process
      await eventually(() => !users.teacherIndex.index.has(id))
      await eventually(() => !other.index.has(id), 1000)
      expect(await isFound(name)).toBe(false)
      const one = await users.call(`GET /teachers/${id}`, { as: someone('student') })
      expect(one.status).toBe(404)
      await other.stop()
    }
  })

  it('comes back with the reinstatement, and an old suspension that comes late changes nothing', async () => {
    const { id, name } = await listedTeacher()
    await users.kafka.publish('admin', id, 2, suspension(id))
    await eventually(async () => !(await isFound(name)))
    await users.kafka.publish('admin', id, 3, { ...approval(id), type: 'user.reinstated' } as EventInput)
    await eventually(() => isFound(name))
    await users.kafka.publish('admin', id, 2, suspension(id))
    await listedTeacher()
    expect(await isFound(name)).toBe(true)
  })

  it('shows a changed profile at once', async () => {
    const { as, name } = await listedTeacher()
    const version = (await users.call('GET /me/profile', { as })).body['data'] as { version: number }
    const body = { version: version.version, roleData: { bio: 'Neu', hourlyRate: 22.5 } }
    expect((await users.call('PATCH /me/profile', { as, body })).status).toBe(200)
    expect((await search({ name })).data[0]).toMatchObject({ bio: 'Neu', hourlyRate: 22.5 })
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
    const { teacherStore, teacherIndex } = users
    for (const [review, stars] of [
      ['r1', 5],
      ['r2', 4],
      ['r1', 1],
      ['r3', 3],
    ] as const)
      await teacherStore.addRating(id, review, stars)
    for (const [connection, hours] of [
      ['c1', 1],
      ['c2', 2],
      ['c3', 3],
      ['c4', 50],
      ['c4', 0],
      ['c5', 60],
    ] as const)
      await teacherStore.addAnswer(id, connection, hours)
    await teacherIndex.refresh(id)
    expect((await search({ name })).data[0]).toMatchObject({
      rating: 4,
      reviewCount: 3,
      answerHours: 3,
      isNew: false,
    })
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

  it('that leave nobody propose what to relax, with counts', async () => {
    const { data, total, relax } = await search({ name, subject: 'physics', language: 'en' })
    expect({ data, total }).toEqual({ data: [], total: 0 })
    expect(relax[0]).toEqual({ filter: 'language', total: 1 })
  })

  it('count per governorate', async () => {
    expect((await search({ name })).byGovernorate).toEqual({ '1': 1 })
  })
})

describe('the answer', () => {
  it('ranks by shared hours and place of who asks, and says so', async () => {
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
    const unread = { ...users, teacherIndex: createFreshIndex({ model: users.teacherStore.model }) }
    const search = teacherRoutes(unread).find(({ key }) => key === 'GET /teachers')
    const response = { locals: { identity: someone('student') } }
    // `as`: the parts of a request that the route reads
    const call = async () =>
      search?.handle(
        { query: {}, headers: {}, socket: {}, acceptsLanguages: () => 'en' } as never,
        response as never,
        () => {},
      )
    await expect(call()).rejects.toMatchObject({ slug: 'search-not-ready', options: { retryAfter: 2 } })
    unread.teacherIndex.start(silentLog)
    await eventually(() => unread.teacherIndex.isLoaded())
    expect(unread.teacherIndex.index.size()).toBe(users.teacherIndex.index.size())
    await unread.teacherIndex.stop()
  })
})

describe('favourites', () => {
  const kept = async (as: Caller) => {
    const answer = await users.call('GET /favorites', { as })
    // `as`: the declared answer
    return (answer.body['data'] as Teacher[]).map(({ id }) => id)
  }

  it('are kept once, shown newest first and on the cards, and forgotten', async () => {
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

  it('of nobody listed are 404, and who is no longer listed is not shown', async () => {
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
    await users.teachers.erase(id)
    expect(await users.favorites.of(student.userId)).toEqual([])
  })

  it('are for students and parents', async () => {
    for (const role of ['teacher', 'admin', 'super-admin'] as const)
      expect((await users.call('GET /favorites', { as: someone(role) })).status).toBe(403)
    expect((await users.call('GET /teachers')).status).toBe(401)
  })
})

it('an erased teacher is not brought back by an event that comes late', async () => {
  const store = createTeacherStore(users.teacherStore.model)
  await store.erase('late')
  await store.setStatus({ producer: 'admin', sequence: 1, subject: 'late' }, 'approved')
  await store.addRating('late', 'r', 5)
  await store.addRating('late', 'r', 5)
  const left = await store.model.findById('late').lean()
  expect(Object.keys(left ?? {}).sort()).toEqual(['_id', 'changedAt', 'erasedAt'])
})
