type Connection = {
  readonly teacherId: string
  readonly studentId?: string | null | undefined
  readonly guardianIds: readonly string[]
}

/** The accounts of a connection, each once: a child without an account has none. */
export const partyIdsOf = ({ teacherId, studentId, guardianIds }: Connection): string[] => [
  ...new Set([teacherId, ...(studentId ? [studentId] : []), ...guardianIds]),
]
