import { randomUUID } from 'node:crypto'
import type { Classroom, ClassroomSeat } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import { createConnection } from 'mongoose'
import { PlainError } from '../../../local/process/fail.ts'
import type { Site } from '../../../local/site/site.ts'
import { createCaller } from '../../../local/trials/loopback.ts'
import { withTrialSite } from '../../../local/trials/trial.ts'

/** A separate site with two demo people who have lessons now. */
export type World = Awaited<ReturnType<typeof openWorld>>
export type Person = { userId: string; email: string; headers: { authorization: string } }

/** Enough for programs; a browser needs the whole site. */
const processes = ['auth', 'classroom', 'gateway']

export function withClassroom(
  act: (world: World) => Promise<void>,
  which: 'what boards need' | 'whole site' = 'what boards need',
): Promise<void> {
  return withTrialSite(
    {},
    async (site) => {
      const world = await openWorld(site)
      try {
        await act(world)
      } finally {
        await world.close()
      }
    },
    which === 'whole site' ? undefined : processes,
  )
}

async function openWorld(site: Site) {
  const caller = createCaller(site.url)
  const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
  const database = mongo.useDb('darsi-classroom')
  const emailOf = (role: 'teacher' | 'student') =>
    demoAccounts.find((account) => account.role === role)?.email ?? ''
  const login = async (email: string): Promise<Person> => {
    const { status, body } = await caller.call('POST /auth/login', {
      body: { email, password: demoPassword },
    })
    if (status !== 200) throw new PlainError(`login answered ${status} ${body}`)
    // `as`: what our own auth answers
    const { token, user } = JSON.parse(body) as { token: string; user: { id: string } }
    return { userId: user.id, email, headers: { authorization: `Bearer ${token}` } }
  }
  const teacher = await login(emailOf('teacher'))
  const student = await login(emailOf('student'))

  /** @returns the data of the answer. @throws PlainError for any other status than 200 and 201 */
  const call = async <T>(person: Person, key: string, body?: object): Promise<T> => {
    const ask = () => caller.call(key, { headers: person.headers, ...(body && { body }) })
    let answer = await ask()
    // a token is valid for ten minutes, and some outages last longer
    if (answer.status === 401) {
      person.headers = (await login(person.email)).headers
      answer = await ask()
    }
    if (answer.status > 201) throw new PlainError(`${key} answered ${answer.status} ${answer.body}`)
    // `as`: the declared answer
    return (JSON.parse(answer.body) as { data: T }).data
  }
  return {
    ...{ site, caller, database, teacher, student, call },
    enter: (person: Person, sessionId: string, device: string) =>
      call<ClassroomSeat>(person, `POST /classroom/${sessionId}/enter`, { device, takeOver: true }),
    room: (person: Person, sessionId: string) => call<Classroom>(person, `GET /classroom/${sessionId}`),
    /** An online lesson of both that begins now, written as its events would: nobody waits for a booking. */
    lesson: async (minutes = 60): Promise<string> => {
      const sessionId = randomUUID()
      await database
        .collection<{ _id: string }>('connections')
        .insertOne(connectionOf(sessionId, { teacher, student }))
      await database.collection<{ _id: string }>('rooms').insertOne(roomOf(sessionId, teacher, minutes))
      return sessionId
    },
    close: async () => {
      caller.close()
      await mongo.close()
    },
  }
}

const connectionOf = (_id: string, { teacher, student }: { teacher: Person; student: Person }) => ({
  ...{ _id, teacherId: teacher.userId, studentId: student.userId, childId: null, guardianIds: [] },
  ...{ partyIds: [teacher.userId, student.userId], minor: false, learnerBirthYear: 2000 },
  ...{ videoWithdrawn: false, status: 'approved', studentName: '' },
})

function roomOf(sessionId: string, teacher: Person, minutes: number) {
  const startsAt = new Date()
  return {
    ...{ _id: sessionId, connectionId: sessionId, teacherId: teacher.userId, subject: 'mathematics' },
    ...{ startsAt, lessonEndsAt: new Date(startsAt.getTime() + minutes * 60_000), type: 'online' },
    ...{ status: 'upcoming', onHold: false, state: 'lobby', present: [], openedAt: null, liveSince: null },
    ...{ liveFrom: null, liveMs: 0, holdCause: null, heldAt: null, endsAt: null, endedAt: null },
    ...{ endCause: null, learnerMayWrite: true, hands: [], pages: ['1'], dueAt: null, rev: 0, outbox: [] },
  }
}
