import type { Language } from '@darsi/contracts/reference/languages.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { connectionArrives } from '../support/database.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import {
  connect,
  list,
  listedTeacher,
  must,
  type Person,
  person,
  someName,
  teacherIdOf,
} from '../support/people.ts'

/** A learner with a guardian and one teacher. Little ones have no account: their guardian reads and answers for them. */
export type Household = {
  name: string
  language: Language
  teacher: Person
  teacherId: string
  guardian: Person
  pupil: Person | null
  childId: string
  connectionId: string
}

const languages: readonly Language[] = ['ar', 'fr', 'en']
const week = [1, 2, 3, 4, 5, 6].flatMap((day) => [9, 10, 11, 15, 16, 17].map((hour) => ({ day, hour })))

/** Households in turn for each teacher; every third one has a child without an account. */
export async function settle(families: number, teachers: number): Promise<Household[]> {
  const staff = await inLanes(Array.from({ length: teachers }), () => listedTeacher(someName('Sami'), week))
  return inLanes(Array.from({ length: families }), async (_, index) => {
    const teacher = staff[index % teachers]
    if (!teacher) throw new Error('there is no teacher')
    return household(index, teacher)
  })
}

async function household(index: number, teacher: Person): Promise<Household> {
  const about = {
    name: `family ${index + 1}`,
    language: languages[index % languages.length] ?? 'fr',
    teacher,
  }
  const isLittle = index % 3 === 2
  const guardian = await person('parent', someName('Salma'))
  const pupil = isLittle ? null : await pupilOf(guardian)
  const childId = pupil ? await onlyChild(guardian) : await littleChild(guardian)
  const teacherId = await teacherIdOf(teacher, guardian)
  const connectionId = pupil
    ? await connect(pupil, teacher, { guardian })
    : await connect(guardian, teacher, { childId })
  await eventually(async () => list(await must('GET /threads', { token: guardian.token })).length > 0)
  await connectionArrives(connectionId)
  return { ...about, teacherId, guardian, pupil, childId, connectionId }
}

async function pupilOf(guardian: Person): Promise<Person> {
  const birthYear = new Date().getFullYear() - 15
  const school = { educationLevel: 'secondary', currentGrade: 'secondary-2', birthYear }
  const pupil = await person('student', someName('Nour'), { roleData: school })
  await must('POST /me/guardian', { token: pupil.token, body: { email: guardian.email, language: 'en' } })
  const link = new URL(linkIn(await mailTo(guardian.email, /Your agreement for/), 'guardian'))
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? link.searchParams.get('token')
  await must('POST /children/link', { token: guardian.token, body: { token } })
  return pupil
}

const onlyChild = async ({ token }: Person) => String(list(await must('GET /children', { token }))[0]?.['id'])

async function littleChild({ token }: Person): Promise<string> {
  const birthYear = new Date().getFullYear() - 9
  const body = { firstName: 'Ines', birthYear, educationLevel: 'primary', grade: 'primary-4' }
  await must('POST /children', { token, body })
  return onlyChild({ token, email: '', fullName: '' })
}

/** Some at a time, in order. */
export async function inLanes<T, R>(
  all: readonly T[],
  act: (one: T, index: number) => Promise<R>,
): Promise<R[]> {
  const done: R[] = []
  const left = [...all.entries()]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) done[next[0]] = await act(next[1], next[0])
  }
  await Promise.all(Array.from({ length: 6 }, lane))
  return done
}
