import type { TeacherFilters } from '@darsi/contracts/calls/users/teachers-api.ts'
import { keysOf } from '@darsi/contracts/reference/choices.ts'
import { bacSectionKeys } from '@darsi/contracts/reference/curriculum.ts'
import { selectableSlots, slotCode } from '@darsi/contracts/reference/hours.ts'
import { teachingLanguages } from '@darsi/contracts/reference/languages.ts'
import { educationLevels, experienceLevels, sessionTypes } from '@darsi/contracts/reference/levels.ts'
import { delegationsOf } from '@darsi/contracts/reference/places/delegations.ts'
import { teacherSubjects } from '@darsi/contracts/reference/subjects.ts'
import { randomFrom } from '@darsi/kit/testing/random.ts'
import { fitting, isReachable, reasonsOf, type TeacherQuery, tierPoints } from '../src/teachers/match.ts'
import { compareStanding, fnv1a, rankKey, takeTurns } from '../src/teachers/order.ts'
import { isNew, type Seeker, type Teacher } from '../src/teachers/teacher.ts'

/** Random teachers and queries for the tests, the same for the same seed. Invented people. */
export function teacherMaker(seed: number, today: number) {
  const random = randomFrom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(list: readonly T[]): T => pickAt(list, below(list.length))
  const some = <T>(list: readonly T[], share: number): T[] => list.filter(() => random() < share)
  const maybe = <T>(share: number, make: () => T): T | undefined => (random() < share ? make() : undefined)
  const place = () => {
    // Greater Tunis, Sousse and Sfax have half of the population
    const governorateId = random() < 0.5 ? pick([1, 2, 3, 12, 15]) : 1 + below(24)
    const delegationId = random() < 0.1 ? null : 1 + below(delegationsOf(governorateId).length)
    return random() < 0.02 ? { governorateId: null, delegationId: null } : { governorateId, delegationId }
  }
  const slots = (share: number) => some(selectableSlots, share).map(slotCode)
  const name = () =>
    random() < 0.3 ? `${pick(arabicFirst)} ${pick(arabicLast)}` : `${pick(latinFirst)} ${pick(latinLast)}`

  const seeker = (): Seeker => ({
    ...place(),
    slots: random() < 0.3 ? null : slots(0.2),
    subjects: some(teacherSubjects, 0.2),
    levels: some(levelKeys, 0.2),
  })

  return {
    teacher: (number: number): Teacher => ({
      id: `teacher-${number}`,
      name: name(),
      photo: null,
      pageSlug: number % 3 === 0 ? `page-${number}` : null,
      ...place(),
      subjects: [...new Set([pick(teacherSubjects), ...some(teacherSubjects, 0.12)])].sort(
        (a, b) => teacherSubjects.indexOf(a) - teacherSubjects.indexOf(b),
      ),
      otherLanguage: random() < 0.05 ? 'Italiano' : '',
      otherSubjects: random() < 0.05 ? 'Robotique, échecs' : '',
      levels: some(levelKeys, 0.4),
      sections: random() < 0.5 ? [] : some(bacSectionKeys, 0.3),
      languages: some(teachingLanguages, 0.6),
      sessionTypes: some(keysOf(sessionTypes), 0.6),
      radiusKm: maybe(0.4, () => below(120)) ?? null,
      hourlyRate: random() < 0.1 ? null : 10 + below(140) / 2,
      experienceLevel: random() < 0.1 ? null : pick(keysOf(experienceLevels)),
      bio: pick(bios).repeat(1 + below(4)),
      rating: random() < 0.4 ? null : 1 + below(17) / 4,
      reviewCount: below(8),
      answerHours: random() < 0.4 ? null : below(600) / 10,
      totalStudents: 0,
      showsOnline: true,
      slots: slots(random() * 0.5),
      full: random() < 0.1,
      approvedDay: random() < 0.05 ? null : today - below(600),
      checks: [],
    }),
    seeker,
    query: (): TeacherQuery => {
      const { governorateId, delegationId } = place()
      const governorate = governorateId === null ? undefined : maybe(0.5, () => governorateId)
      const delegation = governorate && delegationId ? maybe(0.3, () => delegationId) : undefined
      const given = {
        subject: maybe(0.5, () => pick(teacherSubjects)),
        level: maybe(0.3, () => pick(levelKeys)),
        section: maybe(0.15, () => pick(bacSectionKeys)),
        governorate,
        delegation,
        radius: maybe(0.2, () => 1 + below(80)),
        reach: maybe(0.4, () => pick(['or-online', 'anywhere'] as const)),
        day: maybe(0.2, () => 1 + below(6)),
        hour: maybe(0.2, () => 8 + below(12)),
        sessionType: maybe(0.2, () => pick(keysOf(sessionTypes))),
        maxRate: maybe(0.2, () => 15 + below(60)),
        language: maybe(0.15, () => pick(teachingLanguages)),
        name: maybe(0.1, () => pick(askedNames)),
      }
      return { filters: definedOf(given), seeker: seeker(), today }
    },
  }
}

/**
 * The simplest form of the search: check every teacher, filter, sort, insert new ones. The index must return exactly
 * the same.
 */
export function plainScan(teachers: Iterable<Teacher>, query: TeacherQuery): Teacher[] {
  const found = [...teachers]
    .filter(fitting(query))
    .map((teacher) => {
      const { id, full } = teacher
      const reachable = isReachable(teacher, query)
      const score = reasonsOf(teacher, query).reduce((sum, { points }) => sum + points, 0)
      const key = rankKey(tierPoints({ full, reachable }) + score, fnv1a(id), query.today)
      return { teacher, id, key, isFresh: isNew(teacher, query.today) && reachable && !full }
    })
    .sort(compareStanding)
  const fresh = found.filter(({ isFresh }) => isFresh)
  const established = found.filter(({ isFresh }) => !isFresh)
  return takeTurns(established, fresh, { before: 0, limit: found.length }).map(({ teacher }) => teacher)
}

function pickAt<T>(list: readonly T[], index: number): T {
  const picked = list[index]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}

function definedOf(given: { [K in keyof TeacherFilters]: TeacherFilters[K] }): TeacherFilters {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const levelKeys = keysOf(educationLevels)
const latinFirst = words(
  'Mohamed Mohammed Ahmed Amine Rim Sami Ines Walid Hela Nizar Mouna Fares Leila Zied Sonia Youssef Khaled Aicha Olfa Hichem Marwen Chaima Sofiane Elyes',
)
const latinLast = [
  ...words(
    'Trabelsi Jaziri Mansour Hamrouni Gharbi Ayari Bouazizi Mejri Karoui Ghannouchi Saadaoui Dridi Khelifi',
  ),
  'Ben Salah',
  'Ben Ali',
  'Ben Youssef',
  'El Ayari',
  'Bensalah',
]
const arabicFirst = words('محمد أحمد أمين ريم سامي إيناس وليد منى يوسف خالد عائشة هشام مروان شيماء ليلى')
const arabicLast = [
  ...words('الطرابلسي الجزيري منصور الحمروني الغربي العياري القروي الغنوشي سعداوي'),
  'بن صالح',
]
const askedNames = [
  ...words('mohamed محمد sal صالح rim a ayari bensalah ليلى zzz trab'),
  'Ben Salah',
  'mohamed ben salah',
  'El Ayari',
  'وليد الغربي',
]
const bios = [
  'Professeur passionnée, dix ans d’expérience avec les classes de bac. Cours vivants et exercices corrigés. ',
  'أستاذ رياضيات بخبرة طويلة، دروس دعم ومراجعة قبل الامتحانات. ',
  'Patient and structured; every lesson ends with a short plan for the week. ',
]

function words(text: string): readonly string[] {
  return text.split(' ')
}
