import { randomUUID } from 'node:crypto'
import { childrenApi } from '@darsi/contracts/calls/users/connections-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import { changeChildFields, type GuardianshipParts, leaveChild } from '../guardians/guardianship.ts'
import { refuseErased, requireProfile } from '../profiles/require-profile.ts'
import { newChild } from './child.ts'
import { answerFor, childAnswers } from './child-answer.ts'
import { type ComingOfAgeParts, takeOver } from './coming-of-age.ts'
import { syncChild } from './sync-child.ts'

export function childRoutes(parts: GuardianshipParts & ComingOfAgeParts): Route[] {
  const { profiles, children, now } = parts
  return [
    route(childrenApi, 'GET /children', async ({ identity }) =>
      success(await childAnswers(parts, await children.ofGuardian(identity.userId))),
    ),
    route(childrenApi, 'POST /children', async ({ identity, body }) => {
      await refuseErased(profiles, identity.userId)
      const child = newChild({ id: randomUUID(), guardianId: identity.userId, at: now() }, body)
      await children.add(child)
      await syncChild(parts, child._id)
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
