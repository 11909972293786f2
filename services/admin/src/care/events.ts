import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { UserStore } from '../users/user-store.ts'
import type { CareChangeStore, CareEvent } from './care-change-store.ts'
import type { GuardianshipStore } from './guardianship-store.ts'

export type CareEventDeps = {
  careChanges: Pick<CareChangeStore, 'project'>
  guardianships: Pick<GuardianshipStore, 'project' | 'end'>
  users: Pick<UserStore, 'isAnyErased'>
}

/** The read models of guardianships and of changes to a minor's protection. */
export function careConsumes({ careChanges, guardianships, users }: CareEventDeps): Consumes {
  const careChanged = async (event: CareEvent) => {
    const { by, guardianId, accountId, guardianIds } = event.data
    const people = [by, guardianId, accountId, ...guardianIds].filter((one) => one !== undefined)
    await careChanges.project(event, await users.isAnyErased(people))
  }
  return {
    'guardian.joined': guardianships.project,
    'guardian.left': guardianships.project,
    'guardian.known': guardianships.project,
    'learner.came-of-age': async ({ data }) => {
      if (data.studentId) await guardianships.end(data.childId, new Date(data.at))
    },
    'care-change.requested': careChanged,
    'care-change.agreed': careChanged,
    'care-change.closed': careChanged,
  }
}
