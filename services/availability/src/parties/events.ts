import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { PartyStore } from './party-store.ts'

/** The service keeps every teacher, whose free hours others ask for, and of other accounts only parties of connections. */
export function partyEvents(parties: PartyStore): Consumes {
  const profile = async (event: DarsiEvent<'user.profile-changed'>): Promise<void> => {
    await parties.rename(event)
    if (event.data.role === 'teacher') await parties.setVisible(event, event.data.profileVisible)
  }
  const preferences = async (event: DarsiEvent<'user.preferences-changed'>): Promise<void> => {
    await parties.setLanguage(event)
    const { role, privacy } = event.data
    if (role === 'teacher') await parties.setVisible(event, privacy.profileVisible)
  }
  return {
    'user.profile-changed': profile,
    'user.preferences-changed': preferences,
    'user.registered': async (event) => {
      if (event.data.role === 'teacher') await parties.setAccount(event, event.data.status)
    },
    'user.approved': (event) => parties.setAccount(event, 'approved'),
    'user.reinstated': (event) => parties.setAccount(event, 'approved'),
    'user.reopened': (event) => parties.setAccount(event, 'pending'),
  }
}
