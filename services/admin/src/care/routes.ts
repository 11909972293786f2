import { adminCareApi, type ListedCareChange } from '@darsi/contracts/calls/admin/admin-care-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { UserStore } from '../users/user-store.ts'
import { awaitsReview, type CareRow, isReviewed, review } from './care-change.ts'
import type { CareChangeStore } from './care-change-store.ts'

export type CareDeps = {
  careChanges: Pick<CareChangeStore, 'page' | 'update'>
  users: Pick<UserStore, 'names'>
}

export function careRoutes({ careChanges, users }: CareDeps): Route[] {
  const listed = async (rows: readonly CareRow[]): Promise<ListedCareChange[]> => {
    const names = await users.names(
      rows.flatMap(({ by, guardianId, guardianIds, review }) =>
        [by, guardianId, review?.by, ...guardianIds].filter((one) => typeof one === 'string'),
      ),
    )
    return rows.map((row) => listedCareChange(row, (userId) => names.get(userId) ?? ''))
  }
  return [
    route(adminCareApi, 'GET /admin/care-changes', async ({ query }) => {
      const { rows, ...counts } = await careChanges.page(query)
      return { success: true as const, data: await listed(rows), ...counts }
    }),
    route(adminCareApi, 'PUT /admin/care-changes/:id', async ({ params, body, identity, at }) => {
      const { status: decision, note, askedAt } = body
      const decided = {
        ...{ decision, note, by: identity.userId, at },
        seenAskedAt: new Date(askedAt),
      }
      const row = await careChanges.update(params.id, (found) => review(found, decided))
      const [answer] = row ? await listed([row]) : []
      if (!answer) throw problem('not-found')
      return success(answer)
    }),
  ]
}

function listedCareChange(row: CareRow, nameOf: (userId: string) => string): ListedCareChange {
  const { _id: id, kind, childName, accountId, by, guardianId, from, to, status, review: last } = row
  return {
    ...{ id, kind, childName, accountId, by, guardianId, from, to, status },
    byName: nameOf(by),
    guardianName: nameOf(guardianId ?? ''),
    guardians: row.guardianIds.map((userId) => ({
      id: userId,
      name: nameOf(userId),
      agreed: row.agreedBy.includes(userId),
    })),
    waitsForAdmin: awaitsReview(row),
    askedAt: row.askedAt.toISOString(),
    notBefore: row.notBefore.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    review:
      last && isReviewed(row)
        ? {
            decision: last.decision,
            note: last.note,
            by: last.by,
            byName: nameOf(last.by),
            at: last.at.toISOString(),
          }
        : null,
  }
}
