import { randomUUID } from 'node:crypto'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { dataOf, eventually, someone as identity } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { type Person, someone, startForAll } from './world.ts'

const { sink, world } = await startForAll()

type Family = { teacher: Person; student: Person; guardian: Person; sessionId: string }
const family = (): Family => ({
  teacher: someone(),
  student: someone(),
  guardian: someone(),
  sessionId: randomUUID(),
})
const named = ({ email }: Person, fullName: string) => ({ email, fullName, language: 'fr' as const })
const startsAt = '2026-12-01T09:00:00.000Z'
const endsAt = '2026-12-01T10:00:00.000Z'

type Step = { startsAt?: string; revision?: number; count?: number; by?: string }
function stepOf({ teacher, student, guardian, sessionId }: Family, step: Step) {
  const { revision = 0, count = 1, by } = step
  const begins = step.startsAt ?? startsAt
  const times = { startsAt: begins, endsAt, revision }
  return {
    data: {
      sessionId,
      connectionId: 'c1',
      teacherId: teacher.id,
      studentId: student.id,
      guardianIds: [guardian.id],
      minor: true,
      subject: 'physics',
      status: 'upcoming' as const,
      ...times,
      durationMinutes: 60,
      type: 'faceToFace' as const,
      ...(by && { by }),
      announces: Array.from({ length: count }, (_, index) => ({
        ...times,
        sessionId: index === 0 ? sessionId : randomUUID(),
      })),
      at: new Date().toISOString(),
    },
    personal: {
      teacher: named(teacher, 'Karim Jaziri'),
      student: named(student, 'Amina Trabelsi'),
      guardians: [{ userId: guardian.id, ...named(guardian, 'Salma Trabelsi') }],
      place: 'Bibliothèque; salle 2',
      meetingLink: '',
      notes: '',
      reason: 'Malade',
    },
  }
}
const tell = (of: Family, sequence: number, event: EventInput) =>
  world.kafka.publish('availability', of.sessionId, sequence, event)
const notices = async (person: Person) => {
  return dataOf<{ kind: string }[]>(
    await world.call('GET /notifications', { as: identity('student', person.id) }),
  ).map(({ kind }) => kind)
}
const mailsOf = async (person: Person) => world.mails.collection.find({ userId: person.id }).toArray()
async function calendarOf({ email }: Person) {
  const [mail] = await eventually(() => sink.to(email).length > 0 && sink.to(email))
  const raw = mail?.raw ?? ''
  const method = /text\/calendar; charset=utf-8; method=(\w+)/.exec(raw)?.[1]
  // the attached file, for programs that ignore the alternative parts
  const attached = /application\/ics[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(raw)?.[1] ?? ''
  return { method, text: Buffer.from(attached, 'base64').toString().replace(/\r\n /g, '') }
}

/** The parts of the newest mail that calendar programs act on. */
async function calendarsOf({ email }: Person) {
  const mail = await eventually(() => sink.to(email).at(-1))
  const parts = (mail?.raw ?? '')
    .split(/\r\n--.*\r\n/)
    .filter((part) => /^Content-Type: text\/calendar/im.test(part))
  return parts.map((part) => {
    const [header = '', ...body] = part.split('\r\n\r\n')
    const isBase64 = /Transfer-Encoding: base64/i.test(header)
    const written = body.join('\r\n\r\n')
    const decoded = isBase64
      ? Buffer.from(written, 'base64').toString()
      : written.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    const text = decoded.replace(/\r\n /g, '')
    const method = /method=(\w+)/.exec(header)?.[1]
    expect(text).toContain(`METHOD:${method}`)
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    return { method, uid: /UID:(.*)\r/.exec(text)?.[1], sequence: Number(/SEQUENCE:(\d+)/.exec(text)?.[1]) }
  })
}

describe('a booked lesson', () => {
  it('is mailed to all with a calendar invitation; the person who booked it gets no notice', async () => {
    const of = family()
    const { student, teacher, guardian } = of
    await tell(of, 1, { type: 'session.booked', ...stepOf(of, { by: guardian.id }) })
    for (const person of [student, teacher, guardian])
      expect((await world.settled(person)).kind).toBe('lesson-booked')
    expect(await notices(student)).toEqual(['lesson-booked'])
    const { body } = await world.call('GET /notifications', { as: identity('student', student.id) })
    expect(body['data']).toMatchObject([{ place: { lesson: of.sessionId } }])
    const [mail] = sink.to(student.email)
    expect(
      mail?.raw
        .replace(/=\r?\n/g, '')
        .replaceAll('=3D', '=')
        .replaceAll('&amp;', '&'),
    ).toContain(`/dashboard?notice=lesson-booked&lesson=${of.sessionId}`)
    expect(await notices(guardian)).toEqual([])
    const { method, text } = await calendarOf(student)
    expect(method).toBe('REQUEST')
    for (const line of [
      `UID:${of.sessionId}@darsi.example`,
      'DTSTART;TZID=Africa/Tunis:20261201T100000',
      'LOCATION:Bibliothèque\\; salle 2',
      `mailto:${student.email}`,
      // an answer of the calendar program reaches a person
      'ORGANIZER;CN=Darsi;SENT-BY="mailto:no-reply@darsi.example":mailto:support@darsi.example',
    ])
      expect(text).toContain(line)
    // a teacher sees a minor's first name only, in every form of calendar entry
    const forTeacher = await calendarOf(teacher)
    expect(forTeacher.text).toContain('Amina')
    expect(
      sink
        .to(teacher.email)
        .map(({ raw }) => raw)
        .join(),
    ).not.toContain('Trabelsi')
    expect(forTeacher.text).not.toContain('Trabelsi')
    expect((await calendarOf(guardian)).text).toContain('Amina Trabelsi')
  })

  it('of a series is one mail with an invitation for each', async () => {
    const of = family()
    await tell(of, 1, { type: 'session.booked', ...stepOf(of, { count: 4 }) })
    await world.settled(of.teacher)
    const files = await calendarsOf(of.teacher)
    expect(files.map(({ method }) => method)).toEqual(Array(4).fill('REQUEST'))
    expect(new Set(files.map(({ uid }) => uid)).size).toBe(4)
    const other = { ...of, sessionId: randomUUID() }
    await tell(other, 1, { type: 'session.booked', ...stepOf(other, { count: 0 }) })
    await tell(of, 2, { type: 'session.completed', ...stepOf(of, { count: 0, by: of.teacher.id }) })
    await eventually(async () => (await notices(of.student)).includes('lesson-held'))
    expect(await mailsOf(of.student)).toHaveLength(1)
    expect(await notices(of.teacher)).toEqual(['lesson-booked'])
  })

  it('that falls takes itself out of the calendar and says why', async () => {
    const of = family()
    const cancelled = stepOf(of, { revision: 1, by: of.teacher.id })
    const data = { ...cancelled.data, cause: 'party' as const }
    await tell(of, 1, { type: 'session.cancelled', ...cancelled, data })
    await world.settled(of.guardian)
    const { method, text } = await calendarOf(of.guardian)
    expect(method).toBe('CANCEL')
    expect(text).toContain('SEQUENCE:1')
    expect(text).toContain('STATUS:CANCELLED')
  })
})

it('a cancelled series takes each of its lessons out of the calendar that was invited', async () => {
  const of = family()
  const { data, personal } = stepOf(of, { count: 3 })
  await tell(of, 1, { type: 'session.booked', data, personal })
  await world.settled(of.teacher)
  const invited = (await calendarsOf(of.teacher)).map(({ uid }) => uid)
  const announces = data.announces.map((lesson) => ({ ...lesson, revision: 1 }))
  const cancelled = { ...data, status: 'cancelled' as const, cause: 'party' as const, announces, revision: 1 }
  await tell(of, 2, { type: 'session.cancelled', data: cancelled, personal })
  await eventually(() => sink.to(of.teacher.email).length === 2)
  expect(await calendarsOf(of.teacher)).toEqual(
    invited.map((uid) => ({ method: 'CANCEL', uid, sequence: 1 })),
  )
  const kinds = (await mailsOf(of.teacher)).map(({ kind }) => kind).sort()
  expect(kinds).toEqual(['lesson-booked', 'lessons-cancelled'])
  expect(sink.to(of.teacher.email).at(-1)?.raw).toMatch(/Subject: .*3/)
})

describe('a proposed lesson', () => {
  const proposedUntil = '2026-11-30T09:00:00.000Z'
  const propose = (of: Family, sequence: number, previousStartsAt?: string) => {
    const { data, personal } = stepOf(of, { by: of.teacher.id, revision: sequence - 1 })
    const more = { status: 'proposed' as const, proposedUntil, ...(previousStartsAt && { previousStartsAt }) }
    return tell(of, sequence, { type: 'session.proposed', data: { ...data, ...more }, personal })
  }

  it('asks the guardian alone, by a mail that cannot be switched off; nobody reads that a lesson is booked', async () => {
    const of = family()
    await propose(of, 1)
    expect((await world.settled(of.guardian)).kind).toBe('lesson-proposed')
    expect(await notices(of.guardian)).toEqual(['lesson-proposed'])
    const [mail] = await eventually(() => sink.to(of.guardian.email).length > 0 && sink.to(of.guardian.email))
    expect(mail?.raw).not.toContain('text/calendar')
    for (const person of [of.teacher, of.student]) {
      expect(await mailsOf(person)).toEqual([])
      expect(await notices(person)).toEqual([])
    }
  })

  it('that a guardian agreed to is booked for all, and no longer asks the other guardian', async () => {
    const of = family()
    await propose(of, 1)
    await eventually(async () => (await notices(of.guardian)).includes('lesson-proposed'))
    await tell(of, 2, { type: 'session.booked', ...stepOf(of, { revision: 1, by: 'another guardian' }) })
    for (const person of [of.teacher, of.student])
      expect((await world.settled(person)).kind).toBe('lesson-booked')
    await eventually(async () => (await notices(of.guardian)).includes('lesson-booked'))
    expect(await notices(of.guardian)).toEqual(['lesson-booked'])
  })

  it('that was moved leaves the calendars until it is confirmed; unconfirmed, the teacher reads why it fell', async () => {
    const of = family()
    await propose(of, 2, '2026-11-30T09:00:00.000Z')
    expect((await world.settled(of.student)).kind).toBe('lesson-unconfirmed')
    expect((await calendarOf(of.student)).method).toBe('CANCEL')
    expect((await calendarOf(of.guardian)).method).toBe('CANCEL')
    const { data, personal } = stepOf(of, { revision: 2 })
    const cancelled = { ...data, status: 'cancelled' as const, cause: 'not-confirmed' as const }
    await tell(of, 3, { type: 'session.cancelled', data: cancelled, personal: { ...personal, reason: '' } })
    await eventually(async () => (await notices(of.teacher)).includes('lesson-cancelled'))
    const mails = await eventually(() => {
      const all = sink.to(of.teacher.email)
      return all.length > 1 && all
    })
    const last = mails.at(-1)?.raw ?? ''
    expect(last.replace(/=\r\n/g, '')).toContain('Aucun parent ou tuteur')
    await eventually(async () => (await notices(of.guardian)).includes('lesson-cancelled'))
    expect(await notices(of.guardian)).toEqual(['lesson-cancelled'])
  })

  const decline = (of: Family, sequence: number) => {
    const { data, personal } = stepOf(of, { revision: sequence - 1, by: of.guardian.id })
    const cancelled = { ...data, status: 'cancelled' as const, cause: 'not-confirmed' as const }
    return tell(of, sequence, { type: 'session.cancelled', data: cancelled, personal })
  }

  it('that was moved and declined before any mail was sent still leaves the calendars', async () => {
    const of = family()
    sink.fail(of.student.email, { at: 'RCPT TO', code: 451 })
    await propose(of, 2, '2026-11-30T09:00:00.000Z')
    await eventually(async () => (await mailsOf(of.student))[0]?.attempt === 1)
    await decline(of, 3)
    const { method, text } = await calendarOf(of.student)
    expect(method).toBe('CANCEL')
    expect(text).toContain('SEQUENCE:2')
    expect(sink.to(of.student.email)).toHaveLength(1)
  })

  it('that was never booked is in no calendar, and its cancellation has none', async () => {
    const of = family()
    await propose(of, 1)
    await decline(of, 2)
    const [mail] = await eventually(() => sink.to(of.teacher.email).length > 0 && sink.to(of.teacher.email))
    expect(mail?.raw).not.toContain('text/calendar')
  })

  const hasNotice = (person: Person, kind: string) =>
    eventually(async () => (await notices(person)).includes(kind))

  it('still asks the guardian after a pause of the connection', async () => {
    const of = family()
    await propose(of, 1)
    await hasNotice(of.guardian, 'lesson-proposed')
    const { data, personal } = stepOf(of, { revision: 1 })
    const proposed = { ...data, status: 'proposed' as const }
    await tell(of, 2, { type: 'session.held', data: proposed, personal })
    await tell(of, 3, { type: 'session.resumed', data: proposed, personal })
    // same lesson, so handled after the two
    await tell(of, 4, { type: 'session.no-show', ...stepOf(of, {}) })
    await hasNotice(of.guardian, 'lesson-missed')
    expect(await notices(of.guardian)).toEqual(['lesson-missed', 'lesson-proposed'])
  })

  it('of a series asks the guardian until none of its lessons waits', async () => {
    const of = family()
    const { data, personal } = stepOf(of, { by: of.teacher.id, count: 2 })
    const series = { ...data, status: 'proposed' as const, proposedUntil }
    await tell(of, 1, { type: 'session.proposed', data: series, personal })
    await hasNotice(of.guardian, 'lesson-proposed')
    const cancel = (lesson: Family) => {
      const cancelled = stepOf(lesson, { revision: 1, by: of.teacher.id })
      const data = { ...cancelled.data, cause: 'party' as const }
      return tell(lesson, 2, { type: 'session.cancelled', ...cancelled, data })
    }
    await cancel(of)
    await hasNotice(of.guardian, 'lesson-cancelled')
    expect(await notices(of.guardian)).toEqual(['lesson-cancelled', 'lesson-proposed'])
    await cancel({ ...of, sessionId: data.announces[1]?.sessionId ?? '' })
    await eventually(async () => !(await notices(of.guardian)).includes('lesson-proposed'))
  })
})

describe('a reminder', () => {
  const inOneHour = () => new Date(Date.now() + 3600_000).toISOString()
  const remind = (of: Family, sequence: number, reminder: '24h' | '1h', startsAt = inOneHour()) => {
    const { data, personal } = stepOf(of, { startsAt })
    return tell(of, sequence, { type: 'session.reminder-due', data: { ...data, reminder }, personal })
  }

  it('is one mail and one notice for everybody, however often its event is delivered', async () => {
    const of = family()
    for (let i = 0; i < 3; i++) await remind(of, 1, '24h')
    for (const person of [of.student, of.teacher, of.guardian]) {
      expect((await world.settled(person)).kind).toBe('lesson-reminder-24h')
      expect(await notices(person)).toEqual(['lesson-reminder-24h'])
      expect(await mailsOf(person)).toHaveLength(1)
    }
  })

  it('is not mailed once the lesson has begun, also not by an operator', async () => {
    const of = family()
    const { student } = of
    // "later" for longer than the sweeper waits
    sink.fail(student.email, ...Array.from({ length: 5 }, () => ({ at: 'RCPT TO' as const, code: 451 })))
    await remind(of, 1, '1h', new Date(Date.now() + 1500).toISOString())
    const mail = await world.settled(student, 'dead')
    expect(mail.error).toBe('too late')
    expect(await world.mails.resend(mail._id)).toBe(false)
    expect(sink.to(student.email)).toEqual([])
    expect(await world.counts()).not.toContain('lesson-reminder-1h given-up')
  })

  it('is withdrawn when the lesson moves, and stays withdrawn when its event is delivered again', async () => {
    const of = family()
    // the server answers "later": the mail waits for its next attempt
    sink.fail(of.student.email, { at: 'RCPT TO', code: 451 })
    await remind(of, 1, '1h')
    await eventually(async () => (await notices(of.guardian)).length === 1)
    await eventually(async () => {
      const [mail] = await mailsOf(of.student)
      return mail?.state === 'pending' && mail.attempt > 0
    })
    const { data, personal } = stepOf(of, { startsAt: '2026-12-02T09:00:00.000Z', revision: 1 })
    const moved = { ...data, previousStartsAt: startsAt }
    await tell(of, 2, { type: 'session.moved', data: moved, personal })
    await eventually(async () => (await notices(of.guardian)).includes('lesson-moved'))
    await remind(of, 1, '1h')
    const kinds = async () => (await mailsOf(of.student)).map(({ kind, state }) => `${kind} ${state}`).sort()
    await eventually(async () => (await kinds()).includes('lesson-moved sent'))
    expect(await kinds()).toEqual(['lesson-moved sent', 'lesson-reminder-1h dead'])
    expect(await notices(of.student)).toEqual(['lesson-moved'])
  })
})

it('a family is notified of a report although its document has the id and the version of the lesson', async () => {
  const of = family()
  const { data, personal } = stepOf(of, {})
  await tell(of, 1, { type: 'session.booked', data, personal })
  await eventually(async () => (await notices(of.guardian)).length === 1)
  const { sessionId, connectionId, teacherId, studentId, guardianIds, at, subject } = data
  const { teacher, student, guardians } = personal
  await tell(of, 1, {
    type: 'report.written',
    data: { sessionId, connectionId, teacherId, studentId, guardianIds, at, reportId: sessionId, subject },
    personal: { teacher, student, guardians, text: 'Fractions' },
  })
  await eventually(async () => (await notices(of.guardian)).length === 2)
  expect(await notices(of.guardian)).toEqual(['report-written', 'lesson-booked'])
})

it('a family is notified of a report, a teacher of a review, its author of the answer', async () => {
  const of = family()
  const { data, personal } = stepOf(of, {})
  const { sessionId, connectionId, teacherId, studentId, guardianIds } = data
  const pair = { sessionId, connectionId, teacherId, studentId, guardianIds, at: data.at }
  const { teacher, student, guardians } = personal
  const people = { teacher, student, guardians }
  await tell(of, 1, {
    type: 'report.written',
    data: { ...pair, reportId: sessionId, subject: 'physics' },
    personal: { ...people, text: 'Fractions' },
  })
  await tell(of, 2, {
    type: 'review.written',
    data: { ...pair, reviewId: 'r', term: 't', rating: 5, by: of.guardian.id },
    personal: people,
  })
  await tell(of, 3, {
    type: 'review.answered',
    data: { ...pair, reviewId: 'r', by: teacherId },
    personal: people,
  })
  await eventually(async () => (await notices(of.guardian)).length === 2)
  expect((await notices(of.guardian)).sort()).toEqual(['report-written', 'review-answered'])
  expect(await notices(of.teacher)).toEqual(['review-written'])
  expect((await world.settled(of.teacher)).kind).toBe('review-written')
})
