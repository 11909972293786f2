import { randomUUID } from 'node:crypto'
import { adminApi } from '@darsi/contracts/admin-api.ts'
import { messageText } from '@darsi/contracts/messages.ts'
import { backupRoute } from '@darsi/kit/database-backup.ts'
import { type Route, route, succeeded } from '@darsi/kit/route.ts'
import { type AlertDeps, alertRoutes } from './alerts/routes.ts'
import { type AnalyticsDeps, analyticsRoutes } from './analytics/analytics-routes.ts'
import { type AuditDeps, auditRoutes } from './audit-routes.ts'
import { type ConnectionDeps, connectionRoutes } from './connections/routes.ts'
import type { createContact } from './contact.ts'
import { type DuplicateDeps, duplicateRoutes } from './duplicates/routes.ts'
import { type ErasureDeps, erasureRoutes } from './erasure-routes.ts'
import { type TellAdmins, telling } from './live.ts'
import { type NewsletterDeps, newsletterRoutes } from './newsletter-routes.ts'
import { type OwnExportDeps, ownExportRoute } from './own-export.ts'
import { type StatisticDeps, statisticRoutes } from './statistic-routes.ts'
import { type TicketDeps, ticketRoutes } from './ticket-routes.ts'
import { type UserDeps, userRoutes } from './user-routes.ts'

export type Deps = UserDeps &
  ErasureDeps &
  OwnExportDeps &
  StatisticDeps &
  NewsletterDeps &
  ConnectionDeps &
  AlertDeps &
  AnalyticsDeps &
  AuditDeps &
  TicketDeps &
  DuplicateDeps & { contact: ReturnType<typeof createContact>; tell: TellAdmins }

export function routes(deps: Deps): Route[] {
  const all = [
    ...userRoutes(deps),
    ...statisticRoutes(deps),
    ...newsletterRoutes(deps),
    ...connectionRoutes(deps),
    ...duplicateRoutes(deps),
    ...alertRoutes(deps),
    ...analyticsRoutes(deps),
    ...auditRoutes(deps),
    ...ticketRoutes(deps),
    ...erasureRoutes(deps),
    ownExportRoute(deps),
    route(adminApi, 'POST /superadmin/backups/begin', async ({ identity, response }) => {
      await noteBackup(deps, 'system.backup-begun', identity.userId)
      response.type('application/octet-stream').end()
      return undefined as never
    }),
    backupRoute(adminApi, 'POST /superadmin/backups/admin', {
      service: 'admin',
      connection: deps.users.model.db,
      before: (by) => noteBackup(deps, 'system.backed-up', by),
    }),
    contactRoute(deps),
  ]
  return all.map((one) => telling(one, deps.tell))
}

function noteBackup(
  { audit }: Deps,
  action: 'system.backup-begun' | 'system.backed-up',
  by: string,
): Promise<void> {
  return audit.append({ id: randomUUID(), action, by, target: '', detail: '', at: new Date() })
}

function contactRoute({ contact }: Deps): Route {
  return route(adminApi, 'POST /contact', async ({ body, identity, language, clientIp, request }) => {
    const { altcha, ...values } = body
    await contact({
      values,
      language,
      clientIp,
      altcha,
      userId: identity?.userId ?? null,
      idempotencyKey: request.get('idempotency-key'),
    })
    return succeeded(messageText('contact-received', language))
  })
}
