import { adminApi } from '@darsi/contracts/admin-api.ts'
import { instantOf } from '@darsi/contracts/tunis-time.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import type { AuditLog, Entry } from './audit-log.ts'
import { deedsOfAdministrators } from './audited.ts'
import type { UserStore } from './user-store.ts'

export type AuditDeps = { audit: AuditLog; users: Pick<UserStore, 'names'> }

export function auditRoutes({ audit, users }: AuditDeps): Route[] {
  const named = async (entries: readonly Entry[]) => {
    const names = await users.names(entries.flatMap(({ by, target, detail }) => [by, target, detail]))
    return entries.map(({ _id: id, sequence, action, by, target, detail, at, hash }) => ({
      id,
      sequence,
      action,
      by,
      byName: names.get(by) ?? '',
      target,
      targetName: names.get(target) ?? '',
      detail,
      detailName: names.get(detail) ?? '',
      at: at.toISOString(),
      hash,
    }))
  }
  return [
    route(adminApi, 'GET /superadmin/audit', async ({ query }) => {
      const { action, by, target, from, to } = query
      const page = await audit.page(query.limit, readSequence(query.cursor), {
        ...(action !== undefined && { actions: [action] }),
        ...(by !== undefined && { by }),
        ...(target !== undefined && { target }),
        ...(from !== undefined && { since: instantOf(from, 0) }),
        ...(to !== undefined && { until: instantOf(to, 24) }),
      })
      return {
        success: true as const,
        data: await named(page.entries),
        nextCursor: page.next === null ? null : String(page.next),
        total: page.total,
        intact: page.intact,
      }
    }),
    route(adminApi, 'GET /superadmin/audit/chain', async ({ query }) => {
      const checked = await audit.check(query.after)
      return success({ ...checked, checkedAt: new Date().toISOString() })
    }),
    route(adminApi, 'GET /admin/activity', async ({ query }) => {
      const { entries } = await audit.page(query.limit, null, { actions: deedsOfAdministrators })
      const deeds = await named(entries)
      return success(
        deeds.map(({ id, action, by, byName, target, targetName, at }) => ({
          id,
          action,
          by,
          byName,
          target,
          targetName,
          at,
        })),
      )
    }),
  ]
}

function readSequence(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (!/^\d{1,15}$/.test(cursor)) throw problem('cursor-invalid')
  return Number(cursor)
}
