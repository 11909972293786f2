import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Erasures } from '../erasure-store.ts'
import type { PreferenceChange, PreferenceStore } from './preference-store.ts'

type PreferenceEvent = DarsiEvent<'user.registered' | 'user.reclaimed' | 'user.preferences-changed'>

/** Keeps the language and the choice of optional mails of an account. */
export const createKeepPreferences =
  (preferences: Pick<PreferenceStore, 'keep' | 'erase'>, erasures: Pick<Erasures, 'isErased'>) =>
  async (event: PreferenceEvent): Promise<void> => {
    if (await erasures.isErased(event.subject)) return
    await preferences.keep(event, changeOf(event))
    // erased meanwhile
    if (await erasures.isErased(event.subject)) await preferences.erase(event.subject)
  }

function changeOf({ type, data, personal }: PreferenceEvent): PreferenceChange {
  if (type === 'user.preferences-changed') return { email: data.notifications.email, language: data.language }
  if (type === 'user.registered') return { registered: personal.roleData['emailNotifications'] !== false }
  // the account may have been registered by another person, who switched the mails off
  return { registered: true, email: true }
}
