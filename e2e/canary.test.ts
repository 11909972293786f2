import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect } from '@playwright/test'
import { bodyWith, callsOfField, type Field, fields, isLast } from './canary/calls.ts'
import { listen, viewsOf } from './canary/views.ts'
import { createWorld, inThreeDays, type World } from './canary/world.ts'
import { call } from './support/api.ts'
import { mailTo } from './support/mail.ts'
import { must, one, type Person, tokenOfDemo } from './support/people.ts'
import { test } from './support/test.ts'

/** A number and an address that occur nowhere else: a copy of one shows which person and field it came from. */
type Canary = { writer: Writer; field: Field; number: string; handle: string; status: number; code: string }
type Writer = 'teacher' | 'minor' | 'parent' | 'stranger'

const canaries: Canary[] = []
let world: World
let streams: ReturnType<typeof listen>[] = []

test.beforeAll(async () => {
  world = await createWorld()
  streams = [listen(world.minor), listen(world.teacher)]
  const writers: readonly (readonly [Writer, Person])[] = [
    ['teacher', world.teacher],
    ['minor', world.minor],
    ['parent', world.parent],
    ...world.strangers.map((stranger) => ['stranger', stranger] as const),
  ]
  const stranger = writers.filter(([writer]) => writer === 'stranger').slice(0, 1)
  const writeAll = async (some: readonly Field[]): Promise<void> => {
    // a guardian's own words are delivered, so this would end what the next ones need
    for (const field of some)
      for (const [writer, person] of field.isPublic ? stranger : writers)
        if (writer !== 'parent' || !field.path.endsWith('/end'))
          canaries.push(await write(writer, person, field))
  }
  await writeAll(fields.filter(({ path }) => !isLast(path)))
  // this mail is sent last, so its arrival shows that all earlier mails have arrived
  const { date, connectionId, minor, teacher } = world
  const body = { connectionId, date, durationMinutes: 30, type: 'online' }
  for (const hour of [9, 10, 16, 17])
    if ((await call('POST /sessions', { token: minor.token, body: { ...body, hour } })).status === 201) break
  await mailTo(teacher.email, /Lesson booked/)
  await writeAll(fields.filter(({ path }) => isLast(path)))
  await new Promise((resolve) => setTimeout(resolve, 3000))
})

test.afterAll(async () => {
  for (const stream of streams) await stream.stop()
})

async function write(writer: Writer, { token }: Person, field: Field): Promise<Canary> {
  const serial = String(canaries.length).padStart(5, '0')
  const number = `298${serial}`
  const handle = `canary_${writer}_${serial}`
  const path = field.path.replace(/\{\w+\}/, idFor(field.path))
  const send = async () => {
    const body = bodyWith(field, textFor(field, number, handle), await known(field, token))
    return call(`${field.method} ${path}`, { token, body })
  }
  let answer = await send()
  // another field of the same row was just written
  if (answer.status === 409) answer = await send()
  return { writer, field, number, handle, status: answer.status, code: String(answer.body['code'] ?? '') }
}

/** A contact field gets one kind of contact; any other field gets both in a sentence. */
function textFor({ by, at }: Field, number: string, handle: string): string {
  if (by === 'contact') return /mail/i.test(at.join()) ? `${handle}@example.tn` : `+216${number}`
  if (by === 'link') return `https://meet.jit.si/${handle}-${number}`
  // short enough for the field with the lowest limit
  return `${number} @${handle}`.slice(0, Math.max(maxOf(at), 8))
}

const narrow: Readonly<Record<string, number>> = { englishLevel: 10, schoolType: 20 }
const maxOf = (at: readonly string[]): number => narrow[at.at(-1) ?? ''] ?? 40

function idFor(path: string): string {
  if (path.startsWith('/sessions')) return /cancel|details|no-show/.test(path) ? world.lessonId : world.heldId
  if (path.startsWith('/homework')) return world.homeworkId
  return path.startsWith('/children') ? world.childId : world.connectionId
}

async function known({ path }: Field, token: string): Promise<Readonly<Record<string, unknown>>> {
  const { teacherId, connectionId, childId, date } = world
  const base = {
    teacherId,
    connectionId,
    childId,
    date,
    subject: 'mathematics',
    hour: 9,
    birthYear: 2011,
    dueAt: inThreeDays(),
  }
  // a comment without a mark
  if (path === '/homework/{id}/mark') return { ...base, value: null }
  if (path !== '/me/profile') return { ...base, version: 1, educationLevel: 'secondary' }
  return { ...base, version: one(await must('GET /me/profile', { token }))['version'] }
}

const nameOf = ({ field }: Canary): string => `${field.key} ${field.at.join('.')}`

test.describe('contact details in every text of every call', () => {
  test('are tried in every text of the OpenAPI document: new texts are included automatically', () => {
    process.stdout.write(`canaries: ${canaries.length} in ${fields.length} fields\n`)
    expect(fields.length).toBeGreaterThan(60)
    expect(canaries.filter(({ status }) => status === 429 || status >= 500).map(nameOf)).toEqual([])
    const reached = new Set(
      canaries
        .filter(({ code }) => code === 'CONTACT_DETAILS_REFUSED' || code === 'MEETING_LINK_INVALID')
        .map(nameOf),
    )
    const gated = canaries.filter(({ field }) => ['everyone', 'connection', 'link'].includes(field.by))
    // each was refused for its contact details, not for another reason
    expect([...new Set(gated.map(nameOf))].filter((name) => !reached.has(name))).toEqual([byGuardians])
  })

  test('are tried in every field of the store of utterances', () => {
    const tried = new Set(canaries.map(nameOf))
    expect(
      Object.values(callsOfField)
        .flat()
        .filter((name) => !tried.has(name)),
    ).toEqual([])
  })

  for (const [reader, ...writers] of [
    ['the minor', 'teacher', 'stranger'],
    ['the teacher', 'minor', 'parent'],
  ] as const)
    test(`never reach ${reader}`, async () => {
      const { teacherId, connectionId, childId, heldId, lessonId, homeworkId } = world
      const ids = [teacherId, connectionId, childId, heldId, lessonId, homeworkId]
      const isMinor = reader === 'the minor'
      const views = new Map(await viewsOf(isMinor ? world.minor : world.teacher, ids))
      views.set('stream', streams[isMinor ? 0 : 1]?.heard() ?? '')
      const hidden = canaries.filter(({ writer }) => writers.some((each) => each === writer)).filter(isHidden)
      const seen = [...views].flatMap(([view, text]) =>
        hidden
          .filter((canary) => isIn(text, canary))
          .map((canary) => `${nameOf(canary)} by ${canary.writer} in ${view}`),
      )
      expect(seen).toEqual([])
      expect(views.size).toBeGreaterThan(40)
    })

  test('reach the guardian where they should: this shows that the test can find them', async () => {
    const { connectionId, parent } = world
    const { body } = await eventually(async () => {
      const answer = await call(`GET /threads/${connectionId}/messages`, { token: parent.token })
      return answer.status === 200 && answer
    })
    const messages = canaries.filter(({ field }) => field.key.endsWith('/messages'))
    const [byTeacher] = messages.filter(({ writer }) => writer === 'teacher')
    expect(JSON.stringify(body)).toContain(byTeacher?.handle)
    const phones = canaries.filter(
      ({ field, writer }) => writer === 'teacher' && field.key === 'PATCH /me/profile',
    )
    // the teacher's messages to a minor paused the connection, and a paused one shows no contact details
    const admin = await tokenOfDemo('admin')
    const reopened = { status: 'reopened', notes: 'a story' }
    await must(`PUT /admin/connections/${connectionId}`, { token: admin, body: reopened })
    await eventually(async () => {
      const connection = await must(`GET /connections/${connectionId}`, { token: parent.token })
      return phones.some(({ number }) => JSON.stringify(connection).includes(number))
    })
  })
})

/** What a guardian writes in a connection or enters as the own telephone is allowed. */
const isHidden = ({ writer, field }: Canary): boolean =>
  writer !== 'parent' || !['held', 'connection', 'contact'].includes(field.by)

/** Only a guardian writes it, whose texts are delivered. */
const byGuardians = 'POST /connections/{id}/consent note'

function isIn(text: string, { number, handle }: Canary): boolean {
  const apart = `${number.slice(0, 2)} ${number.slice(2, 5)} ${number.slice(5)}`
  return text.includes(handle) || text.includes(number) || text.includes(apart)
}
