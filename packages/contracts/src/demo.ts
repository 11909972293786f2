import type { Role } from './roles.ts'

/** The accounts of a demo (`DEMO=true`), one per role: shown on the login page, never made elsewhere. Invented people. */
export const demoPassword = 'Darsi-Demo-2025'

export const demoAccounts = [
  { role: 'student', email: 'student@demo.darsi.example', fullName: 'Yasmine Demo' },
  { role: 'teacher', email: 'teacher@demo.darsi.example', fullName: 'Karim Demo' },
  { role: 'parent', email: 'parent@demo.darsi.example', fullName: 'Salma Demo' },
  { role: 'admin', email: 'admin@demo.darsi.example', fullName: 'Nadia Demo' },
  { role: 'super-admin', email: 'superadmin@demo.darsi.example', fullName: 'Habib Demo' },
] as const satisfies readonly { role: Role; email: string; fullName: string }[]

/** Account ids of the 24 approved teachers, in the order of their making. */
export const demoTeacherIds: readonly string[] = Array.from(
  { length: 24 },
  (_, index) => `demo-teacher-${index + 1}`,
)
