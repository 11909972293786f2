type Counted = {
  readonly role: string
  readonly status: string
  /** The own address is confirmed. */
  readonly confirmed: boolean
  /** An administrator approved the account. */
  readonly approved: boolean
}

/**
 * What every page means by "teachers" and "students": a teacher whom an administrator approved, and a student with a
 * confirmed address; neither waiting nor suspended. Null: counted as an account only.
 */
export function countsAs({ role, status, confirmed, approved }: Counted): 'teacher' | 'student' | null {
  if (status !== 'approved') return null
  if (role === 'teacher') return approved ? 'teacher' : null
  return role === 'student' && confirmed ? 'student' : null
}
