import type { Consumes } from '@darsi/kit/consumer.ts'
import { newProfile } from './profile.ts'
import type { ProfileStore } from './profile-store.ts'

export function consumes(store: ProfileStore): Consumes {
  return {
    'user.registered': ({ subject, sequence, data, personal }) => {
      const { verificationToken: _, ...person } = personal
      return store.create(
        newProfile(subject, { ...person, role: data.role, status: data.status }, new Date(data.createdAt)),
        sequence,
      )
    },
    'user.invited': ({ subject, sequence, data, personal }) => {
      const { email, fullName, language } = personal
      const person = { email, fullName, language, role: data.role, status: data.status }
      return store.create(newProfile(subject, person, new Date(data.createdAt)), sequence)
    },
    'user.email-changed': ({ subject, sequence, personal }) =>
      store.changeEmail(subject, personal.email, sequence),
    'user.approved': (event) => store.setStatus(event.subject, 'approved', event),
    'user.reinstated': (event) => store.setStatus(event.subject, 'approved', event),
    'user.suspended': (event) => store.setStatus(event.subject, 'suspended', event),
    'user.deletion-requested': ({ data }) => store.erase(data.userId, new Date(data.at)),
  }
}
