import { randomUUID } from 'node:crypto'
import { childrenApi } from '@darsi/contracts/connections-api.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/route.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { ProfileStore } from '../profile-store.ts'
import { ready } from '../ready.ts'
import { type Child, childAnswer, newChild } from './child.ts'
import type { ChildStore } from './child-store.ts'
import type { ComingOfAge } from './coming-of-age.ts'
import type { Guardianship } from './guardianship.ts'
import type { LinkStore } from './link-store.ts'

export type ChildDeps = {
  profiles: ProfileStore
  children: ChildStore
  links: LinkStore
  store: ConnectionStore
  guardianship: Guardianship
  comingOfAge: Pick<ComingOfAge, 'takeOver'>
  now?: () => Date
}

export function childRoutes(deps: ChildDeps): Route[] {
  const { profiles, children, links, guardianship, comingOfAge, now = () => new Date() } = deps
  const answer = async (child: Child) => {
    const [only] = await answers(deps, [child])
    if (!only) throw problem('not-found')
    return success(only)
  }
  return [
    route(childrenApi, 'GET /children', async ({ identity }) =>
      success(await answers(deps, await children.ofGuardian(identity.userId))),
    ),
    route(childrenApi, 'POST /children', async ({ identity, body }) => {
      const child = newChild({ id: randomUUID(), guardianId: identity.userId, at: now() }, body)
      await children.add(child)
      return answer(child)
    }),
    route(childrenApi, 'PATCH /children/:id', async ({ identity, params, body: { version, ...given } }) =>
      answer(await guardianship.change(params.id, identity.userId, version, given)),
    ),
    route(childrenApi, 'DELETE /children/:id', async ({ identity, params }) => {
      if (!(await children.guarded(params.id, identity.userId))) throw problem('not-found')
      await guardianship.leave(params.id, identity.userId)
      return succeeded()
    }),
    route(childrenApi, 'POST /children/:id/guardians', async ({ identity, params }) => {
      const child = await children.guarded(params.id, identity.userId)
      if (!child) throw problem('not-found')
      const { code, expiresAt } = await links.code(child._id, identity.userId, now())
      return success({ code, expiresAt: expiresAt.toISOString() })
    }),
    route(childrenApi, 'POST /children/link', async ({ identity, body }) =>
      answer(await guardianship.accept(body.token, identity.userId)),
    ),
    route(childrenApi, 'POST /children/take-over', async ({ identity, body }) => {
      ready(await profiles.find(identity.userId))
      await comingOfAge.takeOver(body.token, identity.userId)
      return succeeded()
    }),
    route(childrenApi, 'POST /me/guardian', async ({ identity, body }) => {
      await guardianship.invite(ready(await profiles.find(identity.userId)), body.email)
      return succeeded()
    }),
  ]
}

async function answers({ profiles, store }: ChildDeps, list: readonly Child[]) {
  const connections = await store.openOfChildren(list.map(({ _id }) => _id))
  const people = await profiles.findAll([
    ...list.flatMap(({ guardianIds }) => guardianIds),
    ...connections.map(({ teacherId }) => teacherId),
  ])
  const named = (ids: Iterable<string>) =>
    [...new Set(ids)].map((id) => ({ id, name: people.get(id)?.fullName ?? '' }))
  return list.map((child) => {
    const active = connections.filter(({ childId, status }) => childId === child._id && status === 'approved')
    return childAnswer(child, {
      guardians: named(child.guardianIds),
      teachers: named(active.map(({ teacherId }) => teacherId)),
      active: active.length,
    })
  })
}
