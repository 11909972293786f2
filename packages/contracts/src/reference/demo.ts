import type { Role } from './roles.ts'

/**
 * The accounts of a demo (`DEMO=true`), one per role: shown on the login page, never created elsewhere. Invented
 * people.
 */
/** Compares the id, because a visitor of the demo may have changed the address. Other accounts have UUIDs. */
export const isDemoAccount = (id: string): boolean => id.startsWith('demo-')

export const demoPassword = 'Darsi-Demo-2025'

export const demoAccounts = [
  { role: 'student', email: 'student@demo.darsi.example', fullName: 'Yasmine Demo' },
  { role: 'teacher', email: 'teacher@demo.darsi.example', fullName: 'Karim Demo' },
  { role: 'parent', email: 'parent@demo.darsi.example', fullName: 'Salma Demo' },
  { role: 'admin', email: 'admin@demo.darsi.example', fullName: 'Nadia Demo' },
  { role: 'super-admin', email: 'superadmin@demo.darsi.example', fullName: 'Habib Demo' },
] as const satisfies readonly { role: Role; email: string; fullName: string }[]

/** Account ids of the 24 approved teachers, in order of creation. */
export const demoTeacherIds: readonly string[] = Array.from(
  { length: 24 },
  (_, index) => `demo-teacher-${index + 1}`,
)

const demoStudents = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20]
const subjects = ['mathematics', 'french', 'arabic', 'natural-science', 'computing', 'english'] as const

/** Group hours of the demo: one with three learners, one that still needs a second one. */
export const demoGroups = [
  {
    teacherId: 'demo-teacher',
    subject: 'mathematics',
    learners: ['demo-student', 'demo-student-8', 'demo-student-10'],
  },
  { teacherId: 'demo-teacher-4', subject: 'natural-science', learners: ['demo-student-14'] },
] as const

/**
 * Pairs with lessons in the demo history, for this many weeks: three learners for each of the first eight teachers, and
 * two for the teacher whose account the login page shows.
 */
export const demoPairs = [
  ...Array.from({ length: 24 }, (_, index) => ({
    from: `demo-student-${demoStudents[(index * 3) % demoStudents.length] ?? 1}`,
    to: `demo-teacher-${1 + (index % 8)}`,
    subject: subjects[(index % 8) % subjects.length] ?? 'mathematics',
    weeks: 3 + ((index * 5) % 6),
  })),
  { from: 'demo-student-8', to: 'demo-teacher', subject: 'mathematics', weeks: 7 },
  { from: 'demo-student-10', to: 'demo-teacher', subject: 'mathematics', weeks: 5 },
] as const
