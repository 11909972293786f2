type Family = {
  studentId?: string | null | undefined
  childId?: string | null | undefined
  guardianIds: readonly string[]
}

/** The learner, with or without an account, and the guardians: a block by or of one of them holds for each connection. */
export const familyOf = ({ studentId, childId, guardianIds }: Family): string[] => [
  ...(studentId ? [studentId] : []),
  ...(childId ? [childId] : []),
  ...guardianIds,
]
