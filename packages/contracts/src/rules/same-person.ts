import { canonicalEmail } from './registration/canonical-email.ts'

type Person = { _id: string; email: string; phone: string }

/**
 * Teacher, guardian and learner agree as three people. True if two of them seem to be one: by the mailbox or the
 * telephone. A family shares a telephone, so between learner and guardian only the mailbox counts.
 */
export function hasSamePerson({
  teacher,
  student,
  guardians,
}: {
  teacher: Person | null
  student: Person | null
  guardians: readonly Person[]
}): boolean {
  const family = student ? [student, ...guardians] : guardians
  const isTeacher = (one: Person) =>
    teacher !== null && (isSameMailbox(one, teacher) || (one.phone !== '' && one.phone === teacher.phone))
  return family.some(isTeacher) || guardians.some((one) => student !== null && isSameMailbox(one, student))
}

const isSameMailbox = (one: Person, other: Person): boolean =>
  one._id !== other._id && one.email !== '' && canonicalEmail(one.email) === canonicalEmail(other.email)
