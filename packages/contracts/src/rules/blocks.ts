/** A connection in which somebody blocked the other side. */
type Block = {
  teacherId: string
  studentId?: string | null | undefined
  childId?: string | null | undefined
  guardianIds: readonly string[]
  blockedBy?: readonly string[] | undefined
}

/** The learner, with or without an account, and the guardians. */
export const familyOf = ({ studentId, childId, guardianIds }: Omit<Block, 'teacherId'>): string[] => [
  ...(studentId ? [studentId] : []),
  ...(childId ? [childId] : []),
  ...guardianIds,
]

/**
 * A block holds between people, not in one conversation: what a guardian blocks holds for all of their children, and
 * whom a teacher blocked reaches the teacher in no other subject and for no other child.
 * @param blocks the teacher's connections that somebody has blocked
 */
export const isBlockedBetween = (blocks: readonly Block[], family: readonly string[]): boolean =>
  blocks.some((block) =>
    (block.blockedBy ?? []).some((by) =>
      by === block.teacherId ? familyOf(block).some((id) => family.includes(id)) : family.includes(by),
    ),
  )
