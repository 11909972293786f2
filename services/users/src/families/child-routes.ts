import { childrenApi } from '@darsi/contracts/calls/users/children-api.ts'
import { createdId } from '@darsi/kit/http/created-id.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import { newChild } from '../children/child.ts'
import { refuseErased, requireProfile } from '../profiles/require-profile.ts'
import { answerFor, childAnswers } from './child-answer.ts'
import { type ComingOfAgeParts, takeOver } from './coming-of-age.ts'
import { changeChildFields, type GuardianshipParts, leaveChild } from './guardianship.ts'

export function childRoutes(parts: GuardianshipParts & ComingOfAgeParts): Route[] {
  const { profiles, children, now } = parts
  return [
    route(childrenApi, 'GET /children', async ({ identity }) =>
      success(await childAnswers(parts, await children.ofGuardian(identity.userId))),
    ),
    route(childrenApi, 'POST /children', async ({ identity: { userId }, body, request }) => {
      await refuseErased(profiles, userId)
      const id = createdId(request.get('idempotency-key'), [userId, body])
      await children.add(newChild({ id, guardianId: userId, at: now() }, body))
      // of a repetition: the child as it is now, or none after it was removed
      const child = await children.guarded(id, userId)
      if (!child) throw problem('not-found')
      return success(await answerFor(parts, child))
    }),
    route(childrenApi, 'PATCH /children/:id', async ({ identity, params, body: { version, ...given } }) => {
      const change = { childId: params.id, guardianId: identity.userId, version }
      return success(await answerFor(parts, await changeChildFields(parts, change, given)))
    }),
    route(childrenApi, 'DELETE /children/:id', async ({ identity, params }) => {
      if (!(await children.guarded(params.id, identity.userId))) throw problem('not-found')
      await leaveChild(parts, params.id, identity.userId)
      return succeeded()
    }),
    route(childrenApi, 'POST /children/take-over', async ({ identity, body }) => {
      requireProfile(await profiles.find(identity.userId))
      await takeOver(parts, body.token, identity.userId)
      return succeeded()
    }),
  ]
}
