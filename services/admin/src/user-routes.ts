import { randomUUID } from 'node:crypto'
import { adminApi } from '@darsi/contracts/admin-api.ts'
import { type MessageSlug, messageText } from '@darsi/contracts/messages.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/route.ts'
import type { LessonStore } from './analytics/lesson-store.ts'
import { assign } from './assign.ts'
import type { AuditLog } from './audit-log.ts'
import { viewing } from './audited.ts'
import { writeUsersCsv } from './csv.ts'
import { decide } from './decide.ts'
import type { Erasures } from './erasures.ts'
import { writeLessonsCsv } from './lessons-csv.ts'
import { listed, type UserRow } from './user-row.ts'
import type { UserStore } from './user-store.ts'

export type UserDeps = {
  users: UserStore
  lessons: LessonStore
  outbox: Outbox
  erasures: Erasures
  audit: AuditLog
}

export function userRoutes({ users, lessons, outbox, erasures, audit }: UserDeps): Route[] {
  const withAssignees = async (rows: readonly UserRow[]) => {
    const holders = rows.flatMap(({ assignee }) => assignee ?? [])
    const [names, gone] = await Promise.all([users.names(holders), users.offDuty(holders)])
    return rows.map((row) => {
      const assignee = row.assignee && !gone.has(row.assignee) ? row.assignee : null
      return listed({ ...row, assignee }, names.get(assignee ?? ''))
    })
  }
  const withAssignee = async (row: UserRow) => {
    const [one] = await withAssignees([row])
    return one ?? listed(row)
  }
  return [
    route(adminApi, 'GET /admin/users', async ({ query, identity }) => {
      await audit.append(viewing('users.listed', identity.userId, '', new Date()))
      const { assignee, ...filters } = query
      const { rows, nextCursor, total } = await users.page({
        ...filters,
        ...(assignee === 'me' && { assignee: identity.userId }),
        ...(assignee === 'nobody' && { assignee: null }),
      })
      return { success: true as const, data: await withAssignees(rows), nextCursor, total }
    }),
    route(adminApi, 'GET /admin/users/:id', async ({ params, identity }) => {
      const row = await users.byId(params.id)
      if (!row) throw problem('not-found')
      await audit.append(viewing('user.viewed', identity.userId, params.id, new Date()))
      const names = await users.names(row.decisions.map(({ by }) => by))
      const history = row.decisions.map(({ status, notes, by, at }) => ({
        status,
        notes,
        by,
        byName: names.get(by) ?? '',
        at: at.toISOString(),
      }))
      return success({ ...(await withAssignee(row)), history })
    }),
    route(adminApi, 'PUT /admin/users/:id/status', async ({ params, body, identity, language }) => {
      const asked = { id: params.id, by: identity, ...body, at: new Date() }
      const { row, type, previous } = await decide(users, outbox, asked)
      const said: Record<typeof type, MessageSlug> = {
        'user.approved': 'user-approved',
        'user.reinstated': 'user-reinstated',
        'user.reopened': 'user-reinstated',
        'user.suspended': previous === 'pending' ? 'user-rejected' : 'user-suspended',
      }
      return success(await withAssignee(row), messageText(said[type], language, { name: row.fullName }))
    }),
    route(adminApi, 'PUT /admin/users/:id/assignee', async ({ params, body, identity }) => {
      const asked = { id: params.id, by: identity.userId, mine: body.mine, at: new Date() }
      return success(await withAssignee(await assign(users, outbox, asked)))
    }),
    route(adminApi, 'DELETE /admin/users/:id', async ({ params, identity, language }) => {
      await erasures.request(params.id, identity)
      return succeeded(messageText('user-deletion-started', language))
    }),
    route(adminApi, 'GET /superadmin/exports/users.csv', async ({ identity, response }) => {
      const at = new Date()
      await audit.append({
        id: randomUUID(),
        action: 'users.exported',
        by: identity.userId,
        target: '',
        detail: '',
        at,
      })
      await writeUsersCsv(users, response, at)
      return undefined
    }),
    route(adminApi, 'GET /superadmin/exports/sessions.csv', async ({ identity, response }) => {
      const at = new Date()
      const by = identity.userId
      await audit.append({ id: randomUUID(), action: 'sessions.exported', by, target: '', detail: '', at })
      await writeLessonsCsv(lessons, response, at)
      return undefined
    }),
  ]
}
