type Counted = {
  readonly role: string
  readonly status: string
  /** The account's address is confirmed. */
  readonly confirmed: boolean
  /** An administrator approved the account. */
  readonly approved: boolean
}

/**
 * The definition of "teachers" and "students" on every page: a teacher approved by an administrator, and a student with
 * a confirmed address, both with status `approved`. Null: counted as an account only.
 */
export function countsAs({ role, status, confirmed, approved }: Counted): 'teacher' | 'student' | null {
  if (status !== 'approved') return null
  if (role === 'teacher') return approved ? 'teacher' : null
  return role === 'student' && confirmed ? 'student' : null
}
