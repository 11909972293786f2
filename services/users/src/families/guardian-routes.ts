import { type CareChange as Answer, careApi } from '@darsi/contracts/calls/users/care-api.ts'
import { childrenApi } from '@darsi/contracts/calls/users/children-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { CareChange } from '../guardians/care-change.ts'
import { careContextOf } from '../guardians/care-context.ts'
import { type GuardianLink, invitationState } from '../guardians/guardian-link.ts'
import { refuseErased, requireProfile } from '../profiles/require-profile.ts'
import { answerCareChange, type CareChangeParts, careChangesOfGuardian } from './care-change-commands.ts'
import { answerFor } from './child-answer.ts'
import {
  acceptGuardianLink,
  declineGuardianLink,
  type GuardianshipParts,
  type InvitationParts,
  inviteGuardian,
  invitingStudent,
} from './guardianship.ts'

/** The answer names the teachers of the open connections. */
type Answering = Pick<ConnectionStore, 'openOfChildren'>

export function linkRoutes(parts: GuardianshipParts, connections: Answering): Route[] {
  const { profiles, children, links, now } = parts
  return [
    route(childrenApi, 'POST /children/:id/guardians', async ({ identity, params }) => {
      const child = await children.guarded(params.id, identity.userId)
      if (!child) throw problem('not-found')
      const { code, expiresAt } = await links.createCode(child._id, identity.userId, now())
      return success({ code, expiresAt: expiresAt.toISOString() })
    }),
    route(childrenApi, 'POST /children/link', async ({ identity, body }) => {
      await refuseErased(profiles, identity.userId)
      const child = await acceptGuardianLink(parts, body.token, identity.userId)
      return success(child && (await answerFor({ ...parts, connections }, child)))
    }),
    route(childrenApi, 'POST /children/link/preview', async ({ body }) => {
      const { link, student } = await invitingStudent(parts, body.token)
      return success({ studentName: student.fullName, sentAt: link.createdAt.toISOString() })
    }),
    route(childrenApi, 'POST /children/link/decline', async ({ body }) => {
      await declineGuardianLink(parts, body.token)
      return succeeded()
    }),
  ]
}

type InvitationRouteParts = InvitationParts & Pick<GuardianshipParts, 'profiles' | 'children' | 'careChanges'>

export function invitationRoutes(parts: InvitationRouteParts): Route[] {
  const { profiles, children, links, careChanges, now } = parts
  const broughtGuardian = async ({ _id, usedBy }: GuardianLink, studentId: string): Promise<boolean> => {
    const { guardianIds = [] } = (await children.ofAccount(studentId)) ?? {}
    return guardianIds.some((id) => id === usedBy) || (await careChanges.find(_id))?.status === 'waiting'
  }
  return [
    route(childrenApi, 'POST /me/guardian', async ({ identity, body }) => {
      const student = requireProfile(await profiles.find(identity.userId))
      await inviteGuardian(parts, student, body)
      return succeeded()
    }),
    route(childrenApi, 'GET /me/guardian', async ({ identity }) => {
      const link = await links.newestOf(identity.userId)
      if (!link) return success(null)
      const { email = '', createdAt, expiresAt } = link
      return success({
        state: invitationState(link, await broughtGuardian(link, identity.userId), now()),
        email,
        sentAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })
    }),
  ]
}

export function careChangeRoutes(parts: CareChangeParts): Route[] {
  return [
    route(careApi, 'GET /children/changes', async ({ identity }) => {
      const found = await careChangesOfGuardian(parts, identity.userId)
      const answers = await Promise.all(
        found.map((change) => careChangeAnswer(parts, change, identity.userId)),
      )
      return success(answers.flat())
    }),
    route(careApi, 'POST /children/changes/:id/agree', async ({ identity, params, body }) => {
      const askedAt = new Date(body.askedAt)
      await answerCareChange(parts, params.id, { by: identity.userId, decision: 'agree', askedAt })
      return succeeded()
    }),
    route(careApi, 'POST /children/changes/:id/object', async ({ identity, params }) => {
      await answerCareChange(parts, params.id, { by: identity.userId, decision: 'object' })
      return succeeded()
    }),
  ]
}

/** A change as one of the guardians sees it; empty for other people. */
async function careChangeAnswer(
  parts: CareChangeParts,
  change: CareChange,
  userId: string,
): Promise<Answer[]> {
  const { child, people, guardianIds } = await careContextOf(parts, change)
  if (!child || !guardianIds.includes(userId)) return []
  const { _id: id, kind, by, guardianId, fields, agreedBy, admin } = change
  const nameOf = (one: string) => people.get(one)?.fullName ?? ''
  const from = kind === 'age' ? child.birthYear : null
  return [
    {
      ...{ id, kind, childId: child._id, childName: child.firstName, from },
      person: nameOf(guardianId ?? by),
      to: kind === 'age' ? (fields?.birthYear ?? from) : null,
      waitingFor: guardianIds.filter((one) => !agreedBy.includes(one)).map(nameOf),
      waitsForAdmin: admin === 'waiting',
      askedAt: change.askedAt.toISOString(),
      notBefore: change.notBefore.toISOString(),
      expiresAt: change.expiresAt.toISOString(),
      actions: agreedBy.includes(userId) ? ['object'] : ['agree', 'object'],
    },
  ]
}
