/** The two sides of a minor's connection: the teacher; the minor with the guardians. */
type Side = 'teacher' | 'family'
type Reporter = 'system' | 'guardian' | 'minor' | 'teacher' | 'other'
type About = 'teacher' | 'guardian' | 'minor' | 'nobody' | 'other'

const bothSides: readonly Side[] = ['teacher', 'family']

/**
 * Who is, or may be, the accused: by the person whom the alert names (rows) and its reporter (columns). A guardian who
 * names nobody, or the own child, may mean any of the child's teachers. A minor who names nobody may mean the own family,
 * and so may a teacher who reports what a minor said. `system`: an alert that no person raised.
 */
const accusedSides: Record<About, Record<Reporter, readonly Side[]>> = {
  teacher: row(['teacher']),
  guardian: row(['family']),
  minor: row(bothSides, { system: [], guardian: ['teacher'], teacher: ['family'] }),
  nobody: row(bothSides, { system: [], guardian: ['teacher'], teacher: ['family'] }),
  other: row(bothSides, { system: [] }),
}

export type Parties = {
  teacherIds: readonly string[]
  guardianIds: readonly string[]
  /** Learners by account and by child. */
  learnerIds: readonly string[]
}
type Named = { by: string | null; aboutUserId: string | null }
/** What an alert causes before an administrator has decided. */
export type AtOnce = { familyLearns: boolean; pauses: boolean }

/**
 * Who learns of an alert at once. Administrators learn of each one, the reporter reads the own one, other families learn
 * of none. A family that may be the accused learns nothing, and no connection is paused, because its guardians are told
 * of every pause. A connection is paused at once only where its teacher may be the accused, and nobody else.
 */
export function atOnce({ by, aboutUserId }: Named, parties: Parties): AtOnce {
  const accused = accusedSides[aboutOf(aboutUserId, parties)][reporterOf(by, parties)]
  const familyLearns = !accused.includes('family')
  return { familyLearns, pauses: familyLearns && accused.includes('teacher') }
}

function partOf(id: string, { teacherIds, guardianIds, learnerIds }: Parties) {
  if (guardianIds.includes(id)) return 'guardian'
  if (teacherIds.includes(id)) return 'teacher'
  return learnerIds.includes(id) ? 'minor' : 'other'
}

const aboutOf = (id: string | null, parties: Parties): About => (id === null ? 'nobody' : partOf(id, parties))
const reporterOf = (id: string | null, parties: Parties): Reporter =>
  id === null ? 'system' : partOf(id, parties)

function row(
  rest: readonly Side[],
  own: Partial<Record<Reporter, readonly Side[]>> = {},
): Record<Reporter, readonly Side[]> {
  return { system: rest, guardian: rest, minor: rest, teacher: rest, other: rest, ...own }
}
