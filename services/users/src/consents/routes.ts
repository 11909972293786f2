import { type Consent, childrenApi } from '@darsi/contracts/connections-api.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/route.ts'
import type { ChildStore } from '../children/child-store.ts'
import type { Connections } from '../connections/connections.ts'
import { isListed } from '../profile.ts'
import type { ProfileStore } from '../profile-store.ts'
import type { ConsentStore, Given } from './consent-store.ts'

export type ConsentDeps = {
  profiles: ProfileStore
  children: ChildStore
  consents: ConsentStore
  connections: Pick<Connections, 'settleChild'>
}

export function consentRoutes({ profiles, children, consents, connections }: ConsentDeps): Route[] {
  const answers = async (given: readonly Given[]) => {
    const teachers = await profiles.findAll(given.flatMap(({ teacherId }) => teacherId ?? []))
    return given.map((one) => consentAnswer(one, teachers.get(one.teacherId ?? '')?.fullName ?? ''))
  }
  return [
    route(childrenApi, 'GET /consents', async ({ identity }) => {
      const own = await children.ofGuardian(identity.userId)
      return success(await answers(await consents.ofChildren(own.map(({ _id }) => _id))))
    }),
    route(childrenApi, 'POST /consents', async ({ identity, body }) => {
      const { childId, teacherId = null, ...rest } = body
      const isOwn = await children.guarded(childId, identity.userId)
      const isKnown = !teacherId || isListed(await profiles.find(teacherId))
      if (!isOwn || !isKnown) throw problem('not-found')
      const { entry } = await consents.give({
        ...rest,
        childId,
        teacherId,
        by: identity.userId,
        at: new Date(),
      })
      await connections.settleChild(childId)
      const [answer] = await answers([entry])
      if (!answer) throw problem('not-found')
      return success(answer)
    }),
    route(childrenApi, 'DELETE /consents/:id', async ({ identity, params }) => {
      const entry = await consents.byId(params.id)
      const isOwn = entry && (await children.guarded(entry.childId, identity.userId))
      if (!entry || !isOwn) throw problem('not-found')
      await consents.withdraw(entry, identity.userId, new Date())
      await connections.settleChild(entry.childId)
      return succeeded()
    }),
  ]
}

function consentAnswer(given: Given, teacherName: string): Consent {
  const { _id: id, childId, purpose, teacherId, textVersion, authorisation, by, at, withdrawnAt } = given
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
  }
}
