import { eventually } from '@darsi/kit/testing/testing.ts'
import { connectionArrives, letLessonBegin } from '../support/database.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import {
  connect,
  list,
  listedTeacher,
  must,
  one,
  type Person,
  person,
  someName,
  teacherIdOf,
} from '../support/people.ts'

export type World = {
  teacher: Person
  minor: Person
  parent: Person
  strangers: readonly Person[]
  teacherId: string
  childId: string
  connectionId: string
  /** One past lesson and one upcoming lesson. */
  heldId: string
  lessonId: string
  homeworkId: string
  date: string
}

const week = [1, 2, 3, 4, 5, 6].flatMap((day) => [9, 10, 16, 17].map((hour) => ({ day, hour })))

export type Family = Pick<World, 'teacher' | 'minor' | 'parent' | 'teacherId' | 'childId' | 'connectionId'>

/** A minor with a guardian and a teacher. Everyone has agreed; one lesson was held, one is upcoming. */
export async function createWorld(): Promise<World> {
  const [family, ...strangers] = await Promise.all([
    createFamily({ educationLevel: 'secondary', currentGrade: 'secondary-2', birthYear: 2011 }),
    person('teacher', someName('Rim')),
    person('student', someName('Anis')),
  ])
  const { minor, parent, teacher, teacherId, connectionId } = family
  await showContacts([teacher, minor, parent])
  const homework = await must(`POST /threads/${connectionId}/homework`, {
    token: teacher.token,
    body: { title: 'Page 12', dueAt: inThreeDays() },
  })
  const homeworkId = String(one(homework)['id'])
  return { ...family, strangers, homeworkId, ...(await lessons(connectionId, minor, teacher, teacherId)) }
}

export const inThreeDays = () => new Date(Date.now() + 3 * 86_400_000).toISOString()

/** A minor with an own account, a guardian and a teacher. */
export async function createFamily(learner: object): Promise<Family> {
  const [minor, parent, teacher] = await Promise.all([
    person('student', someName('Nour'), { roleData: learner }),
    person('parent', someName('Salma')),
    listedTeacher(someName('Sami'), week),
  ])
  await must('POST /me/guardian', { token: minor.token, body: { email: parent.email, language: 'en' } })
  const link = new URL(linkIn(await mailTo(parent.email, /Your agreement for/), 'guardian'))
  const token = link.searchParams.get('token') ?? link.searchParams.get('code')
  await must('POST /children/link', { token: parent.token, body: { token } })
  const [child] = list(await must('GET /children', { token: parent.token }))
  const teacherId = await teacherIdOf(teacher, minor)
  const connectionId = await connect(minor, teacher, { message: 'I prepare the bac', guardian: parent })
  await eventually(async () => list(await must('GET /threads', { token: minor.token })).length > 0)
  await connectionArrives(connectionId)
  return { teacher, minor, parent, teacherId, childId: String(child?.['id']), connectionId }
}

/** All toggles on: whatever is still hidden is hidden by a rule. */
async function showContacts(people: readonly Person[]): Promise<void> {
  const body = {
    language: 'en',
    privacy: { profileVisible: true, contactVisible: true },
    notifications: { email: true, sms: false, push: false },
  }
  for (const { token } of people) await must('PUT /me/preferences', { token, body })
}

async function lessons(connectionId: string, minor: Person, teacher: Person, teacherId: string) {
  const free = await freeHours(teacherId, minor)
  const book = async (slot: object): Promise<string> => {
    const body = { connectionId, ...slot, durationMinutes: 30, type: 'online' }
    const [lesson] = list(await must('POST /sessions', { token: minor.token, body }))
    return String(lesson?.['id'])
  }
  const [first, second, third] = free
  const heldId = await book(first ?? {})
  const lessonId = await book(second ?? {})
  await letLessonBegin(heldId)
  await must(`POST /sessions/${heldId}/complete`, { token: teacher.token })
  return { heldId, lessonId, date: third?.date ?? '' }
}

/** The teacher's offered hours of next week. */
export const freeHours = (teacherId: string, { token }: Person) =>
  eventually(async () => {
    // `as`: the declared answer
    const { free } = one(await must(`GET /availability/teachers/${teacherId}?week=1`, { token }))
    if (!Array.isArray(free) || free.length <= 3) return null
    return (free as { date: string; hour: number }[]).map(({ date, hour }) => ({ date, hour }))
  })
