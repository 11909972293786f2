import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { ApprovalNeed } from '@darsi/contracts/rules/proofs.ts'
import { type MessageSlug, messageText } from '@darsi/contracts/texts/messages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import { listed, type UserRow } from '../people/user-row.ts'
import { assign } from './assign.ts'
import { decide } from './decide.ts'
import { missingFor } from './decision.ts'
import { endSessions } from './end-sessions.ts'
import type { UserStore } from './user-store.ts'
import { writeUsersCsv } from './users-csv.ts'

type Decided = Awaited<ReturnType<typeof decide>>

export type UserDeps = {
  users: UserStore
  approvalRequires: readonly ApprovalNeed[]
}

export function userRoutes({ users, approvalRequires }: UserDeps): Route[] {
  const withAssignees = async (rows: readonly UserRow[], language: Language) => {
    const holders = rows.flatMap(({ assignee }) => assignee ?? [])
    const [names, former] = await Promise.all([users.names(holders), users.formerAdministrators(holders)])
    return rows.map((row) => {
      const assignee = row.assignee && !former.has(row.assignee) ? row.assignee : null
      return listed({ ...row, assignee }, language, {
        assigneeName: names.get(assignee ?? '') ?? '',
        missing: row.status === 'pending' ? missingFor(row, approvalRequires) : [],
      })
    })
  }
  const withAssignee = async (row: UserRow, language: Language) => {
    const [one] = await withAssignees([row], language)
    return one ?? listed(row, language)
  }
  return [
    route(adminApi, 'GET /admin/users', async ({ query, identity, language }) => {
      const { assignee, ...filters } = query
      const { rows, nextCursor, total } = await users.page({
        ...filters,
        ...(assignee === 'me' && { assignee: identity.userId }),
        ...(assignee === 'nobody' && { assignee: null }),
      })
      return { success: true as const, data: await withAssignees(rows, language), nextCursor, total }
    }),
    route(adminApi, 'GET /admin/users/:id', async ({ params, language }) => {
      const row = await users.byId(params.id)
      if (!row) throw problem('not-found')
      const history = await historyOf(users, row)
      return success({ ...(await withAssignee(row, language)), ...history })
    }),
    route(adminApi, 'PUT /admin/users/:id/status', async ({ params, body, identity, language, at }) => {
      const request = { id: params.id, by: identity, ...body, at, refusesOvertaken: true }
      const { row, type, previous } = await decide(users, { ...request, requires: approvalRequires })
      return success(
        await withAssignee(row, language),
        messageText(messageOf(type, previous), language, { name: row.fullName }),
      )
    }),
    route(adminApi, 'POST /admin/users/:id/end-sessions', async ({ params, body, identity, at }) => {
      const asked = { by: identity, reason: body.reason, at }
      const row = await users.update(params.id, (found) => endSessions(found, asked))
      if (!row) throw problem('not-found')
      return succeeded()
    }),
    route(adminApi, 'PUT /admin/users/:id/assignee', async ({ params, body, identity, language, at }) => {
      const asked = { id: params.id, by: identity.userId, mine: body.mine, at }
      return success(await withAssignee(await assign(users, asked), language))
    }),
    route(adminApi, 'GET /superadmin/exports/users.csv', async ({ response, language, at }) => {
      await writeUsersCsv(users, response, { at, language })
      return undefined
    }),
  ]
}

function messageOf(type: Decided['type'], previous: Decided['previous']): MessageSlug {
  if (type === 'user.approved') return 'user-approved'
  if (type === 'user.reopened') return 'user-reopened'
  if (type !== 'user.suspended') return 'user-reinstated'
  return previous === 'pending' ? 'user-rejected' : 'user-suspended'
}

/** The decisions on an account and the times when its sessions were ended, with the administrators' names. */
async function historyOf(users: Pick<UserStore, 'names'>, { decisions, sessionsEnded }: UserRow) {
  const names = await users.names([...decisions, ...sessionsEnded].map(({ by }) => by))
  const signed = ({ by, at }: { by: string; at: Date }) => ({
    by,
    byName: names.get(by) ?? '',
    at: at.toISOString(),
  })
  return {
    history: decisions.map(({ status, notes, ...who }) => ({ status, notes, ...signed(who) })),
    sessionsEnded: sessionsEnded.map(({ reason, ...who }) => ({ reason, ...signed(who) })),
  }
}
