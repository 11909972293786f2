import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { DetectDuplicates } from './detect.ts'
import type { Merging } from './merge-accounts.ts'

export type DuplicateEventDeps = {
  detectDuplicates: DetectDuplicates
  merging: Pick<Merging, 'accountOpened'>
}

/** Looks for duplicates after each change of a row's name, address, telephone, birth year or place. */
export function duplicateConsumes({ detectDuplicates, merging }: DuplicateEventDeps): Consumes {
  const detect = (event: DarsiEvent) => detectDuplicates(event.subject, new Date(event.time))
  const opened = ({ data }: DarsiEvent<'user.reinstated' | 'user.reopened'>) =>
    merging.accountOpened(data.userId, data.by, new Date(data.at))
  return {
    'user.registered': detect,
    'user.email-changed': detect,
    'user.email-change-undone': detect,
    'user.profile-changed': detect,
    'user.reinstated': opened,
    'user.reopened': opened,
  }
}
