import type { Consumes } from '@darsi/kit/consumer.ts'
import { parentData, registeredChild } from './children/child.ts'
import type { Parts } from './parts.ts'
import { newProfile } from './profile.ts'

export function consumes({
  profiles,
  children,
  guardianship,
  connections,
  upgrades,
  departures,
  threads,
  teachers,
}: Parts): Consumes {
  return {
    'user.registered': async (event) => {
      const { subject, sequence, data, personal } = event
      const { verificationToken: _, ...person } = personal
      const at = new Date(data.createdAt)
      const child = data.role === 'parent' ? registeredChild(subject, person.roleData, at) : null
      const roleData = data.role === 'parent' ? parentData(person.roleData, child) : person.roleData
      const known = { ...person, roleData, role: data.role, status: data.status }
      const profile = newProfile(subject, known, at)
      await profiles.create(profile, sequence)
      await teachers.open(event)
      // not for an account that was erased before its event came
      if (child && (await profiles.find(subject))) await children.add(child)
    },
    'user.invited': ({ subject, sequence, data, personal }) => {
      const { email, fullName, language } = personal
      const person = { email, fullName, language, role: data.role, status: data.status }
      return profiles.create(newProfile(subject, person, new Date(data.createdAt)), sequence)
    },
    'user.verified': ({ subject }) => guardianship.inviteRegistered(subject),
    'user.email-changed': ({ subject, sequence, personal }) =>
      profiles.changeEmail(subject, personal.email, sequence),
    'user.approved': async (event) => {
      await profiles.setStatus(event.subject, 'approved', event)
      await teachers.follow(event, 'approved')
    },
    'user.reinstated': async (event) => {
      await profiles.setStatus(event.subject, 'approved', event)
      await teachers.follow(event, 'approved')
    },
    'user.reopened': async (event) => {
      await profiles.setStatus(event.subject, 'pending', event)
      await teachers.follow(event, 'pending')
    },
    'user.suspended': async (event) => {
      await teachers.follow(event, 'suspended')
      await departures.suspend(event)
    },
    'user.profile-changed': async ({ subject, data }) => {
      await teachers.followProfile(subject)
      if (data.role === 'student') await connections.settleParty(subject)
    },
    'user.preferences-changed': ({ subject }) => teachers.followProfile(subject),
    'availability.saved': teachers.followTemplate,
    'review.written': teachers.followReview,
    'user.deletion-requested': ({ data }) => departures.erase(data.userId, new Date(data.at)),
    'connection.requested': threads.watchRequest,
    'connection.agreed': teachers.followAnswer,
    'connection.declined': teachers.followAnswer,
    'connection.approved': async (event) => {
      await teachers.followAnswer(event)
      await threads.follow(event)
    },
    'connection.changed': threads.follow,
    'connection.ended': threads.follow,
    'message.sent': threads.watch,
    'connection.reviewed': ({ data, personal }) =>
      connections.review(data.connectionId, {
        decision: data.decision,
        by: data.by,
        notes: personal.notes,
        at: new Date(data.at),
      }),
    'upgrade.reviewed': ({ data }) =>
      upgrades.decide(data.teacherId, new Date(data.requestedAt), data.decision),
  }
}
