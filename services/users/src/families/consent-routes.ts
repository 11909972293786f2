import { type Consent, childrenApi } from '@darsi/contracts/calls/users/children-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { SettleParts } from '../connections/settle-connections.ts'
import type { Given } from '../consents/consent.ts'
import { isFindable } from '../profiles/profile.ts'

export function consentRoutes(parts: SettleParts): Route[] {
  const { profiles, children, consents, connections, now } = parts
  /** A hidden teacher is unknown to a guardian, unless the child is connected to that teacher. */
  const isVisible = async (teacherId: string, childId: string): Promise<boolean> =>
    isFindable(await profiles.find(teacherId)) ||
    (await connections.openOfChildren([childId])).some((one) => one.teacherId === teacherId)

  const answers = async (given: readonly Given[], userId: string) => {
    const teachers = await profiles.findAll(given.flatMap(({ teacherId }) => teacherId ?? []))
    return given.map((one) => consentAnswer(one, userId, teachers.get(one.teacherId ?? '')?.fullName ?? ''))
  }
  return [
    route(childrenApi, 'GET /consents', async ({ identity }) => {
      const own = await children.ofGuardian(identity.userId)
      const given = await consents.ofChildren(own.map(({ _id }) => _id))
      return success(await answers(given, identity.userId))
    }),
    route(childrenApi, 'POST /consents', async ({ identity, body }) => {
      const { childId, teacherId = null, ...rest } = body
      const isOwn = await children.guarded(childId, identity.userId)
      if (!isOwn || (teacherId && !(await isVisible(teacherId, childId)))) throw problem('not-found')
      const { entry } = await consents.give({
        ...rest,
        childId,
        teacherId,
        by: identity.userId,
        at: now(),
      })
      const [answer] = await answers([entry], identity.userId)
      if (!answer) throw problem('not-found')
      return success(answer)
    }),
    route(childrenApi, 'DELETE /consents/:id', async ({ identity, params }) => {
      const entry = await consents.byId(params.id)
      const isOwn = entry && (await children.guarded(entry.childId, identity.userId))
      if (!entry || !isOwn) throw problem('not-found')
      await consents.withdrawForAll(entry, identity.userId, now())
      return succeeded()
    }),
  ]
}

function consentAnswer(given: Given, userId: string, teacherName: string): Consent {
  const {
    _id: id,
    childId,
    purpose,
    teacherId,
    textVersion,
    authorisation,
    by,
    at,
    withdrawnAt,
    waitsFor,
  } = given
  return {
    id,
    childId,
    purpose,
    teacherId,
    teacherName,
    textVersion,
    authorisation,
    by,
    givenAt: at.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    waitsFor: waitsFor === null ? null : waitsFor === userId ? 'you' : 'another',
  }
}
