import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { changeChildFields } from './families/guardianship.ts'
import type { Parts } from './parts.ts'
import { isFindable } from './profiles/profile.ts'
import { changeProfile } from './profiles/profile-change.ts'
import { unlessThere } from './requests/demo-waiting.ts'

const favorites = {
  'demo-student': ['demo-teacher', 'demo-teacher-5'],
  'demo-parent': ['demo-teacher-2', 'demo-teacher-8'],
} as const
/** All places of this teacher are taken, by `seedDemoWaiting`. */
const applicant = 'demo-teacher-9'
const reason =
  'Mes cinq places sont prises et deux élèves attendent. J’ai encore douze heures libres par semaine.'
const author = 'demo-teacher-3'
const bio =
  'Small steps, many exercises and honest feedback. Since this year also short oral exams, with a summary for the parents after every lesson.'
const guardian = 'demo-parent'
/** From the rules of 11 to 14 years to those of 15 to 18, so that an administrator has to agree. */
const yearsOlder = 4

const teachers = [...Object.values(favorites).flat(), applicant, author]

/**
 * Two favourites of each learner of the login page, and one request of each kind that waits for an administrator: an
 * upgrade, a changed card and another age of a child. A restart changes none of them, and fills empty favourites again.
 * @returns false until the demo accounts have arrived by their events
 */
export async function seedDemoChanges(parts: Parts): Promise<boolean> {
  const people = await parts.profiles.findAll([...teachers, ...Object.keys(favorites)])
  const [child] = await parts.children.ofGuardian(guardian)
  const isHere = Object.keys(favorites).every((id) => people.has(id))
  if (!isHere || !child || !teachers.every((id) => isFindable(people.get(id) ?? null))) return false
  const at = (hoursAgo: number) => new Date(parts.now().getTime() - hoursAgo * hourMs)

  for (const [userId, chosen] of Object.entries(favorites))
    if ((await parts.favorites.of(userId)).length === 0)
      for (const [index, teacherId] of chosen.entries())
        await parts.favorites.add(userId, teacherId, at(100 + 70 * index))

  const teacher = people.get(applicant)
  if (teacher && !(await parts.upgrades.find(applicant)))
    await unlessThere(() => parts.upgrades.request(teacher, reason, at(26)))

  await parts.profiles.update(author, (profile) =>
    profile.version > 1
      ? null
      : changeProfile(profile, { version: 1, roleData: { bio } }, { now: at(19), isFresh: false }),
  )

  const { _id: childId, version, birthYear } = child
  const isAsked = (await parts.careChanges.collection.countDocuments({ childId })) > 0
  if (birthYear === null || isAsked) return true
  await unlessThere(() =>
    changeChildFields(
      { ...parts, now: () => at(9) },
      { childId, guardianId: guardian, version },
      { birthYear: birthYear - yearsOlder },
    ),
  )
  return true
}
