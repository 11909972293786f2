/** Invented people of a demo: 24 approved teachers in 12 governorates and 20 students and parents. */
type Teacher = { fullName: string; governorateId: number; subjects: string[]; hourlyRate: number }

const firstNames = [
  'Amine',
  'Rim',
  'Sami',
  'Ines',
  'Walid',
  'Hela',
  'Nizar',
  'Mouna',
  'Fares',
  'Leila',
  'Zied',
  'Sonia',
]
const lastNames = ['Ben Exemple', 'Trabelsi-Demo', 'Jaziri-Demo', 'Mansour-Demo']
const teachingPlaces = [1, 2, 3, 5, 7, 9, 12, 13, 15, 16, 19, 22]
const taught = [
  ['Mathematics', 'Physics'],
  ['French', 'English'],
  ['Arabic'],
  ['Natural Science'],
  ['Computing', 'Mathematics'],
  ['English'],
]

const pick = <T>(list: readonly T[], index: number, fallback: T): T => list[index % list.length] ?? fallback

export const demoTeachers: readonly Teacher[] = Array.from({ length: 24 }, (_, index) => ({
  fullName: `${pick(firstNames, index, 'Amine')} ${pick(lastNames, index * 3 + Math.floor(index / 12), 'Ben Exemple')}`,
  governorateId: pick(teachingPlaces, index, 1),
  subjects: pick(taught, index, ['Arabic']),
  hourlyRate: 20 + ((index * 5) % 45),
}))

export const demoLearners: readonly {
  fullName: string
  role: 'student' | 'parent'
  governorateId: number
}[] = Array.from({ length: 20 }, (_, index) => ({
  fullName: `${pick(firstNames, index * 5 + 1, 'Rim')} ${pick(lastNames, index + 1, 'Mansour-Demo')}`,
  role: index % 3 === 2 ? 'parent' : 'student',
  governorateId: ((index * 7) % 24) + 1,
}))

/** Two teachers and an admin who wait for a decision, so that the admin's list has something to decide. */
export const demoPending = [
  { fullName: 'Olfa Attente-Demo', role: 'teacher', governorateId: 12 },
  { fullName: 'Bechir Attente-Demo', role: 'teacher', governorateId: 19 },
  { fullName: 'Imen Attente-Demo', role: 'admin', governorateId: 1 },
] as const
