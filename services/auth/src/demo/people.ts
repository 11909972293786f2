import { demoTeacherIds } from '@darsi/contracts/reference/demo.ts'
import type { TeachingLanguage } from '@darsi/contracts/reference/languages.ts'
import type { EducationLevel, ExperienceLevel, SessionType } from '@darsi/contracts/reference/levels.ts'

/** Invented people of a demo: 24 approved teachers in 12 governorates, 20 students and parents, 18 more with a history. */
type Teacher = { fullName: string; governorateId: number; delegationId: number; teaching: Teaching }

/** Profile fields that a teacher fills in after the registration, shown on the card. */
export type Teaching = {
  subjects: readonly string[]
  hourlyRate: number
  bio: string
  experienceLevel: ExperienceLevel
  levels: readonly EducationLevel[]
  languages: readonly TeachingLanguage[]
  sessionTypes: readonly SessionType[]
}

const firstNames = 'Amine Rim Sami Ines Walid Hela Nizar Mouna Fares Leila Zied Sonia'.split(' ')
const learnerNames =
  'Rim Aziz Hajer Meriem Yassine Samia Eya Firas Moncef Nour Skander Raja Malek Ghada Kamel Islem Farah Houda Seif'.split(
    ' ',
  )
const lastNames = ['Ben Exemple', 'Trabelsi-Demo', 'Jaziri-Demo', 'Mansour-Demo']
/** People write their names in either script, so the demo has both. */
const arabicFirstNames = 'أمين ريم سامي إيناس وليد هالة نزار منى فارس ليلى زياد سنية'.split(' ')
const arabicLastNames = ['بن مثال', 'الطرابلسي تجربة', 'الجزيري تجربة', 'المنصوري تجربة']
/** Many live in Tunis and Sfax, as real people do, so that maps and figures of at least five have something to show. */
const teachingPlaces = [1, 2, 3, 5, 7, 9, 12, 13, 15, 16, 19, 22, 1, 15, 1, 15, 1, 15, 1, 15, 1, 12, 1, 12]
const learningPlaces = [1, 15, 1, 12, 15, 3, 1, 5, 15, 12, 1, 16, 7, 1, 15, 9, 22, 1, 19, 12]
const taught = [
  ['Mathematics', 'Physics'],
  ['French', 'English'],
  ['Arabic'],
  ['Natural Science'],
  ['Computing', 'Mathematics'],
  ['English'],
]

const pick = <T>(list: readonly T[], index: number, fallback: T): T => list[index % list.length] ?? fallback

const bios = [
  'Cours de soutien réguliers et préparation du baccalauréat. Chaque séance se termine par un petit plan pour la semaine.',
  'أشرح الدروس بهدوء وبأمثلة من الحياة اليومية، مع مراجعة منظمة قبل كل امتحان.',
  'Small steps, many exercises and honest feedback. Parents get a short summary after every lesson.',
  'Ancienne élève d’un lycée pilote, j’aide surtout celles et ceux qui ont perdu confiance dans la matière.',
  'دروس دعم لتلاميذ الابتدائي والإعدادي، حضوريًا أو عن بعد، مع متابعة أسبوعية للتقدم.',
  'Préparation aux concours et aux examens de fin d’année, en ligne ou à domicile, en petits groupes si vous le souhaitez.',
]
const levelSets: readonly (readonly EducationLevel[])[] = [
  ['college', 'secondary'],
  ['primary', 'college'],
  ['secondary', 'university'],
  ['primary'],
]
const languageSets: readonly (readonly TeachingLanguage[])[] = [
  ['ar', 'fr'],
  ['ar'],
  ['fr', 'en'],
  ['ar', 'fr', 'en'],
]
const typeSets: readonly (readonly SessionType[])[] = [
  ['online', 'faceToFace'],
  ['online'],
  ['faceToFace', 'group'],
  ['online', 'faceToFace', 'group'],
  ['faceToFace'],
]
const experience: readonly ExperienceLevel[] = ['intermediate', 'advanced', 'expert', 'beginner', 'advanced']

export const teachingOf = (index: number, subjects: readonly string[], hourlyRate: number): Teaching => ({
  subjects,
  hourlyRate,
  bio: pick(bios, index, ''),
  experienceLevel: pick(experience, index, 'advanced'),
  levels: pick(levelSets, index + Math.floor(index / 12), ['secondary']),
  languages: pick(languageSets, index + Math.floor(index / 8), ['ar']),
  sessionTypes: pick(typeSets, index, ['online']),
})

function fullNameOf(first: number, last: number, script: 'arabic' | 'latin'): string {
  if (script === 'arabic')
    return `${pick(arabicFirstNames, first, 'أمين')} ${pick(arabicLastNames, last, 'بن مثال')}`
  return `${pick(firstNames, first, 'Amine')} ${pick(lastNames, last, 'Ben Exemple')}`
}

export const demoTeachers: readonly Teacher[] = demoTeacherIds.map((_id, index) => ({
  fullName: fullNameOf(index, index * 3 + Math.floor(index / 12), index % 3 === 1 ? 'arabic' : 'latin'),
  governorateId: pick(teachingPlaces, index, 1),
  delegationId: 1 + (index % 5),
  teaching: teachingOf(index, pick(taught, index, ['Arabic']), 20 + ((index * 5) % 45)),
}))

type Learner = { fullName: string; role: 'student' | 'parent'; governorateId: number }

const learner = (index: number): Learner => ({
  fullName:
    index % 4 === 3
      ? fullNameOf(index, index + 1, 'arabic')
      : `${pick(learnerNames, index, 'Rim')} ${pick(lastNames, index + 1, 'Mansour-Demo')}`,
  role: index % 3 === 2 ? 'parent' : 'student',
  governorateId: pick(learningPlaces, index, 1),
})

export const demoLearners: readonly Learner[] = Array.from({ length: 20 }, (_, index) => learner(index))

/** Further learners of a demo with a history, so that the number of accounts grows. */
export const demoHistoryLearners: readonly Learner[] = Array.from({ length: 18 }, (_, index) =>
  learner(20 + index),
)

/** One person who registered twice, with the same telephone, so that administrators have a duplicate to decide on. */
export const demoTwin = { of: 'demo-student-10', fullName: 'Nour Jaziri Demo' } as const

type Pending = { fullName: string; role: 'teacher' | 'admin'; governorateId: number }

/** Two teachers and an administrator who wait for a decision, so that the administrator's list is not empty. */
export const demoPending: readonly Pending[] = [
  { fullName: 'Olfa Attente-Demo', role: 'teacher', governorateId: 12 },
  { fullName: 'Bechir Attente-Demo', role: 'teacher', governorateId: 19 },
  { fullName: 'Imen Attente-Demo', role: 'admin', governorateId: 1 },
]

/** Teachers who wait too, in a demo with a history. */
export const demoHistoryPending: readonly Pending[] = [
  'Sirine Attente-Demo',
  'Marwen Attente-Demo',
  'Wafa Attente-Demo',
  'Oussama Attente-Demo',
  'Chiraz Attente-Demo',
].map((fullName, index) => ({ fullName, role: 'teacher', governorateId: pick(learningPlaces, index, 1) }))
