import { auditApi } from '@darsi/contracts/calls/admin/audit-api.ts'
import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { administratorActions, type Entry } from '../audit/audit-action.ts'
import type { AuditAnchors } from '../audit/audit-anchors.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { UserStore } from '../users/user-store.ts'
import { describeTargets, type TargetDeps } from './audit-target.ts'

type AuditDeps = TargetDeps & {
  audit: AuditLog
  anchors: Pick<AuditAnchors, 'missing'>
  users: Pick<UserStore, 'names'>
}

export function auditRoutes(deps: AuditDeps): Route[] {
  const { audit, anchors, users } = deps
  const named = async (entries: readonly Entry[]) => {
    const names = await users.names(entries.flatMap(({ by, target, detail }) => [by, target, detail]))
    const targetOf = await describeTargets(
      deps,
      entries.map(({ target }) => target),
      names,
    )
    return entries.map(({ _id: id, sequence, action, by, target, detail, shown, searched, at, hash }) => ({
      id,
      sequence,
      action,
      by,
      byName: names.get(by) ?? '',
      target,
      ...targetOf(target),
      detail,
      detailName: names.get(detail) ?? '',
      shown: shown.length,
      words: searched?.words ?? '',
      at: at.toISOString(),
      hash,
    }))
  }
  return [
    route(auditApi, 'GET /superadmin/audit', async ({ query }) => {
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
    route(auditApi, 'GET /superadmin/audit/chain', async ({ query, at }) => {
      const checked = await audit.check(query.after)
      const isAtEnd = checked.intact && checked.next === null
      const lost = isAtEnd ? await anchors.missing() : null
      // the entry after the last one, or an entry that was replaced
      const brokenAt = lost ? Math.min(lost.sequence, checked.entries + 1) : checked.brokenAt
      const judged = { ...checked, intact: checked.intact && !lost, brokenAt }
      return success({ ...judged, checkedAt: at.toISOString() })
    }),
    route(auditApi, 'GET /admin/activity', async ({ query }) => {
      const actions = await named(await audit.latest(query.limit, administratorActions))
      return success(
        actions.map(({ id, action, by, byName, target, targetKind, targetName, targetAt, at }) => ({
          ...{ id, action, by, byName, target, targetKind, targetName, targetAt, at },
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
