import { type DuplicateAlert, duplicatesApi } from '@darsi/contracts/duplicates.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import { listed } from '../user-row.ts'
import type { UserStore } from '../user-store.ts'
import type { DuplicatePair, DuplicateStore } from './duplicate-store.ts'
import type { Merging } from './merge.ts'

export type DuplicateDeps = {
  duplicates: DuplicateStore
  merging: Merging
  users: UserStore
}

export function duplicateRoutes({ duplicates, merging, users }: DuplicateDeps): Route[] {
  const known = async (id: string): Promise<DuplicatePair> => {
    const pair = await duplicates.find(id)
    if (!pair) throw problem('not-found')
    return pair
  }

  const shown = async (pairs: readonly DuplicatePair[]): Promise<DuplicateAlert[]> => {
    const people = pairs.flatMap((pair) => [pair.reviewedBy, pair.decidedBy].filter(Boolean))
    const names = await users.names(people)
    const alerts = pairs.map(async (pair) => {
      const rows = await Promise.all(pair.users.map((id) => users.byId(id)))
      return alertOf(
        pair,
        rows.flatMap((row) => (row ? [row] : [])),
        names,
      )
    })
    // an account that is being erased takes its pairs along
    return (await Promise.all(alerts)).filter((alert) => alert.users.length === 2)
  }
  const answer = async (pair: DuplicatePair) => {
    const [alert] = await shown([pair])
    if (!alert) throw problem('not-found')
    return success(alert)
  }

  return [
    route(duplicatesApi, 'GET /admin/duplicates', async ({ query }) => {
      const { rows, ...rest } = await duplicates.page(query)
      return { success: true as const, data: await shown(rows), ...rest }
    }),
    route(duplicatesApi, 'POST /admin/duplicates/:id/review', async ({ params, identity }) => {
      const { status } = await known(params.id)
      const [by, at] = [identity.userId, new Date()]
      const told = { type: 'duplicate.reviewed' as const, by, at }
      const pair = await duplicates.move(params.id, status, { reviewedAt: at, reviewedBy: by }, told)
      return answer(pair ?? (await known(params.id)))
    }),
    route(duplicatesApi, 'POST /admin/duplicates/:id/dismiss', async ({ params, identity }) => {
      await known(params.id)
      const [by, at] = [identity.userId, new Date()]
      const decided = { status: 'dismissed' as const, decidedAt: at, decidedBy: by }
      const told = { type: 'duplicate.dismissed' as const, by, at }
      const pair = await duplicates.move(params.id, 'open', decided, told)
      if (!pair) throw problem('duplicate-state')
      return answer(pair)
    }),
    route(duplicatesApi, 'POST /admin/duplicates/:id/merge', async ({ params, body, identity }) =>
      answer(await merging.merge(await known(params.id), body.keep, identity, new Date())),
    ),
    route(duplicatesApi, 'POST /admin/duplicates/:id/undo', async ({ params, identity }) =>
      answer(await merging.undo(await known(params.id), identity, new Date())),
    ),
  ]
}

function alertOf(
  pair: DuplicatePair,
  rows: readonly Parameters<typeof listed>[0][],
  names: ReadonlyMap<string, string>,
): DuplicateAlert {
  const { _id: id, status, matchType, similarity, evidence, kept } = pair
  return {
    id,
    status,
    matchType,
    similarity,
    evidence,
    users: rows.map((row) => {
      const { fullName, email, phone, role, location, createdAt, lastLoginAt, status: state } = listed(row)
      const birthYear = row.birthYear ?? null
      return {
        id: row._id,
        fullName,
        email,
        phone,
        role,
        status: state,
        location,
        birthYear,
        createdAt,
        lastLoginAt,
      }
    }),
    detectedAt: pair.detectedAt.toISOString(),
    reviewedAt: pair.reviewedAt?.toISOString() ?? null,
    reviewedBy: names.get(pair.reviewedBy) ?? '',
    decidedAt: pair.decidedAt?.toISOString() ?? null,
    decidedBy: names.get(pair.decidedBy) ?? '',
    kept,
    undoUntil: pair.undoUntil?.toISOString() ?? null,
  }
}
