import { type DuplicateAlert, duplicatesApi } from '@darsi/contracts/calls/admin/duplicates-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { listed, type UserRow } from '../people/user-row.ts'
import type { UserStore } from '../users/user-store.ts'
import { type DuplicatePair, dismiss, review } from './duplicate-pair.ts'
import type { DuplicateStore } from './duplicate-store.ts'
import type { Merging } from './merge-accounts.ts'

export type DuplicateDeps = {
  duplicates: DuplicateStore
  merging: Merging
  users: UserStore
}

export function duplicateRoutes({ duplicates, merging, users }: DuplicateDeps): Route[] {
  const pairOf = async (id: string): Promise<DuplicatePair> => {
    const pair = await duplicates.byId(id)
    if (!pair) throw problem('not-found')
    return pair
  }

  const listedPairs = async (
    pairs: readonly DuplicatePair[],
    language: Language,
  ): Promise<DuplicateAlert[]> => {
    const people = pairs.flatMap((pair) => [pair.reviewedBy, pair.decidedBy].filter(Boolean))
    const names = await users.names(people)
    const alerts = pairs.map(async (pair) => {
      const [one, other] = await Promise.all(pair.users.map((id) => users.byId(id)))
      // the pairs of an account that is being erased are not listed
      return one && other ? [alertOf(pair, [one, other], { names, language })] : []
    })
    return (await Promise.all(alerts)).flat()
  }
  const answer = async (pair: DuplicatePair | null, language: Language) => {
    const [alert] = pair ? await listedPairs([pair], language) : []
    if (!alert) throw problem('not-found')
    return success(alert)
  }

  return [
    route(duplicatesApi, 'GET /admin/duplicates', async ({ query, language }) => {
      const { rows, ...rest } = await duplicates.page(query)
      return { success: true as const, data: await listedPairs(rows, language), ...rest }
    }),
    route(duplicatesApi, 'POST /admin/duplicates/:id/review', async ({ params, identity, language, at }) => {
      const reviewed = { by: identity.userId, at }
      return answer(await duplicates.update(params.id, (pair) => review(pair, reviewed)), language)
    }),
    route(duplicatesApi, 'POST /admin/duplicates/:id/dismiss', async ({ params, identity, language, at }) => {
      const dismissed = { by: identity.userId, at }
      return answer(await duplicates.update(params.id, (pair) => dismiss(pair, dismissed)), language)
    }),
    route(
      duplicatesApi,
      'POST /admin/duplicates/:id/merge',
      async ({ params, body, identity, language, at }) =>
        answer(await merging.merge(await pairOf(params.id), body.keep, identity, at), language),
    ),
    route(duplicatesApi, 'POST /admin/duplicates/:id/undo', async ({ params, identity, language, at }) =>
      answer(await merging.undo(await pairOf(params.id), identity, at), language),
    ),
  ]
}

function alertOf(
  pair: DuplicatePair,
  rows: readonly [UserRow, UserRow],
  { names, language }: { names: ReadonlyMap<string, string>; language: Language },
): DuplicateAlert {
  const { _id: id, status, matchType, similarity, evidence, kept } = pair
  const [first, second] = rows[0].createdAt <= rows[1].createdAt ? rows : ([rows[1], rows[0]] as const)
  return {
    id,
    status,
    matchType,
    similarity,
    userId: first._id,
    userName: first.fullName,
    duplicateUserId: second._id,
    duplicateName: second.fullName,
    similarityScore: similarity / 100,
    createdAt: pair.detectedAt.toISOString(),
    evidence,
    users: rows.map((row) => {
      const {
        fullName,
        email,
        phone,
        role,
        location,
        createdAt,
        lastLoginAt,
        status: state,
      } = listed(row, language)
      return {
        id: row._id,
        fullName,
        email,
        phone,
        role,
        status: state,
        location,
        birthYear: row.birthYear,
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
