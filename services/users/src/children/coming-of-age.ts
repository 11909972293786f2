import { firstNameOf } from '@darsi/contracts/first-name.ts'
import { tunisianYear } from '@darsi/contracts/registration-rules.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Connections } from '../connections/connections.ts'
import { isMinorAccount } from '../profile.ts'
import type { ProfileStore } from '../profile-store.ts'
import type { Child } from './child.ts'
import type { ChildStore } from './child-store.ts'
import type { HeirStore } from './heir-store.ts'

type Parts = {
  profiles: ProfileStore
  children: ChildStore
  heirs: HeirStore
  connections: Pick<Connections, 'comeOfAge'>
  now?: () => Date
}
export type ComingOfAge = ReturnType<typeof createComingOfAge>

/** Only the year of birth is known, so the year of the 18th birthday still counts as minority. */
export const adultBornBefore = (today: Date): number => tunisianYear(today) - 18

export function isOfAge({ birthYear }: Pick<Child, 'birthYear'>, today: Date): boolean {
  return birthYear !== null && birthYear < adultBornBefore(today)
}

/**
 * An adult answers for oneself. Who has an account takes it over without anybody's doing; who has none is given a
 * link, and from its use on the guardians no longer see anything.
 */
export function createComingOfAge({ profiles, children, heirs, connections, now = () => new Date() }: Parts) {
  const peopleOf = async ({ guardianIds }: Child) =>
    [...(await profiles.findAll(guardianIds)).values()].map(({ _id: userId, email, fullName, language }) => ({
      ...{ userId, email, fullName, language },
    }))

  /** Every step may be repeated; the child goes last. */
  const handOver = async (child: Child, studentId: string): Promise<void> => {
    const student = await profiles.find(studentId)
    const { email = '', fullName = child.firstName, language = 'en' as const } = student ?? {}
    const studentName = firstNameOf(fullName)
    const guardians = await peopleOf(child)
    await connections.comeOfAge(child._id, studentId)
    await heirs.tell(child, {
      studentId,
      personal: { student: { email, fullName, language }, studentName, guardians },
      at: now(),
    })
    await children.handOver(child._id, now())
  }

  return {
    /** Looks for learners who came of age; any number of processes may. */
    sweep: async (): Promise<void> => {
      for (const child of await children.bornBefore(adultBornBefore(now()))) {
        const student = child.accountId ? await profiles.find(child.accountId) : null
        // whoever is still in basic school stays guarded, whatever the year of birth says
        if (student && !isMinorAccount(student, now())) await handOver(child, student._id)
        if (!child.accountId) await heirs.invite(child, await peopleOf(child), now())
      }
    },

    /** By the link of the mail, for an account of the adult's own. @throws problem `take-over-invalid` */
    takeOver: async (token: string, studentId: string): Promise<void> => {
      const student = await profiles.find(studentId)
      const isAdult = student?.status === 'approved' && !isMinorAccount(student, now())
      const childId = isAdult ? await heirs.use(token, studentId, now()) : null
      const child = childId ? await children.byId(childId) : null
      if (!child || !isOfAge(child, now())) throw problem('take-over-invalid')
      await handOver(child, studentId)
    },
  }
}
