import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type Projected, project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'
import type { Erasures } from '../erasure-store.ts'

/** Whether a person wants optional mails, as registered (auth) and as chosen since (users), and in which language. */
type Preference = Projected & { registered?: boolean; email?: boolean; language?: Language }
type PreferenceChange =
  | { registered: boolean }
  | { email: boolean; language: Language }
  // an account without a choice
  | { registered: true; email: true }
type Source = { subject: string; producer: string; sequence: number }

export type PreferenceStore = ReturnType<typeof createPreferenceStore>

export function createPreferenceStore(connection: Connection) {
  const preferences = collection<Preference>(connection, 'preferences')
  const find = (userId: string) => preferences.findOne({ _id: userId })
  return {
    collection: preferences,
    keep: async (event: Source, change: PreferenceChange): Promise<void> => {
      await project(preferences, event.subject, event, { $set: change })
    },
    wantsMail: async (userId: string): Promise<boolean> => {
      const found = await find(userId)
      return found?.email ?? found?.registered ?? true
    },
    /** The language chosen in the account; null while none was chosen after the registration. */
    languageOf: async (userId: string): Promise<Language | null> => (await find(userId))?.language ?? null,
    erase: async (userId: string): Promise<void> => {
      await preferences.deleteOne({ _id: userId })
    },
  }
}

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
