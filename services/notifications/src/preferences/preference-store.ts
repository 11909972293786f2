import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type Projected, project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'

/** Whether a person wants optional mails, as registered (auth) and as chosen since (users), and in which language. */
type Preference = Projected & { registered?: boolean; email?: boolean; language?: Language }
export type PreferenceChange =
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
