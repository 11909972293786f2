import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { adultBornBefore, type Child, isOfAge } from '../children/child.ts'
import type { OwnershipTransferStore } from '../children/ownership-transfer-store.ts'
import { type MoveParts, moveToOwnAccount } from '../connections/settle-connections.ts'
import type { GuardianHistoryStore } from '../guardians/guardian-history-store.ts'
import { guardianContacts, isMinorAccount } from '../profiles/profile.ts'

export type ComingOfAgeParts = MoveParts & {
  transfers: OwnershipTransferStore
  guardianHistory: Pick<GuardianHistoryStore, 'noteAccount'>
}

/**
 * Finds learners who came of age; several processes may run it at once. A linked account becomes the owner of its
 * data. Without an account, the guardians are mailed a link for the learner and keep access until it is used.
 */
export async function transferAdults(parts: ComingOfAgeParts): Promise<void> {
  const { profiles, children, transfers, now } = parts
  for (const child of await children.bornBefore(adultBornBefore(now()))) {
    const student = child.accountId ? await profiles.find(child.accountId) : null
    // a pupil of basic school keeps the guardians, whatever the year of birth
    if (student && !isMinorAccount(student, now())) await transfer(parts, child, student._id)
    if (!child.accountId) await transfers.invite(child, () => guardiansOf(parts, child), now())
  }
}

/** Uses the mailed link for an account of the adult's own. @throws problem `take-over-invalid` */
export async function takeOver(parts: ComingOfAgeParts, token: string, studentId: string): Promise<void> {
  const { profiles, children, transfers, now } = parts
  const student = await profiles.find(studentId)
  const isAdult = student?.status === 'approved' && !isMinorAccount(student, now())
  const childId = isAdult ? await transfers.use(token, studentId, now()) : null
  const child = childId ? await children.byId(childId) : null
  if (!child || !isOfAge(child, now())) throw problem('take-over-invalid')
  await transfer(parts, child, studentId)
}

/** Every step may be repeated; the child is erased last, because `transferAdults` finds the rest by it. */
async function transfer(parts: ComingOfAgeParts, child: Child, studentId: string): Promise<void> {
  const { profiles, children, transfers, guardianHistory, now } = parts
  const student = await profiles.find(studentId)
  const { email = '', fullName = child.firstName, language = 'en' as const } = student ?? {}
  const guardians = await guardiansOf(parts, child)
  await moveToOwnAccount(parts, child._id, studentId)
  await transfers.announce(child, {
    studentId,
    personal: { student: { email, fullName, language }, studentName: firstNameOf(fullName), guardians },
    at: now(),
  })
  // without it other services would take the guardians' departure for an erased child, and erase its texts
  await guardianHistory.noteAccount(child._id, studentId)
  await children.erase(child._id, now())
}

async function guardiansOf({ profiles }: ComingOfAgeParts, { guardianIds }: Child) {
  return guardianContacts((await profiles.findAll(guardianIds)).values())
}
