import { setTimeout as sleep } from 'node:timers/promises'
import { slotOf } from '@darsi/contracts/reference/hours.ts'
import { delegation } from '@darsi/contracts/reference/places/delegations.ts'
import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import type { Seeker, Teacher } from '../../services/users/src/teachers/teacher.ts'
import type { TeacherDocument } from '../../services/users/src/teachers/teacher-document.ts'
import type { Caller } from '../local/trials/loopback.ts'
import { someTeacher } from '../local/trials/trial.ts'

/** A generated teacher in the form that events produce. */
export function documentOf(teacher: Teacher): TeacherDocument {
  const { id, rating, reviewCount, answerHours, slots, full, approvedDay, pageSlug, ...shown } = teacher
  const facts = (prefix: string, count: number, value: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, number) => [`${prefix}${number}`, value]))
  return {
    _id: id,
    profile: { ...shown, slug: pageSlug ?? '', visible: true },
    isPublic: pageSlug !== null,
    status: 'approved',
    verifiedAt: new Date(),
    ...(approvedDay !== null && { approvedAt: new Date(approvedDay * 86_400_000) }),
    slots: [...slots],
    full,
    ratings: facts('r', reviewCount, Math.round(rating ?? 3)),
    ...(answerHours !== null && { answers: facts('c', 5, answerHours) }),
    erasedAt: null,
  }
}

export type Asker = { email: string; seeker: Seeker }

/** Accounts that search: teachers, who may log in at once, each with a place and a grid. */
export async function register(caller: Caller, seekers: readonly Seeker[]): Promise<Asker[]> {
  const askers: Asker[] = []
  for (const seeker of seekers) {
    const person = someTeacher()
    const place = {
      governorate: governorate(seeker.governorateId)?.name.en ?? '',
      governorate_id: seeker.governorateId,
      delegation: delegation(seeker.governorateId, seeker.delegationId)?.name.en ?? '',
      delegation_id: seeker.delegationId,
    }
    await untilSuccess(caller, 'POST /auth/register', { body: { ...person, location: place } })
    const headers = await logIn(caller, person.email)
    const availability = (seeker.slots ?? [])
      .map(slotOf)
      .map(({ day, hour }) => ({ day_of_week: day, hour, is_available: true }))
    await untilSuccess(caller, 'POST /availability/save', {
      headers,
      body: { week_offset: 0, availability },
    })
    // a teacher's own subjects do not say what the teacher searches for
    askers.push({ email: person.email, seeker: { ...seeker, subjects: [], levels: [] } })
  }
  return askers
}

export async function logIn(caller: Caller, email: string): Promise<Record<string, string>> {
  const body = { email, password: someTeacher().password }
  const answer = await untilSuccess(caller, 'POST /auth/login', { body })
  return { authorization: `Bearer ${JSON.parse(answer.body).token}` }
}

/** Repeats a preparing call while a busy machine starts. */
async function untilSuccess(caller: Caller, key: string, options: Parameters<Caller['call']>[1]) {
  for (let attempt = 0; ; attempt++) {
    const answer = await caller.call(key, options)
    if (answer.status < 300) return answer
    if (answer.status !== 503 || attempt === 20)
      throw new Error(`${key} answered ${answer.status} ${answer.body}`)
    await sleep(1000)
  }
}
