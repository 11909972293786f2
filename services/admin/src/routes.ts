import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import type { Connection } from 'mongoose'
import { type AlertDeps, alertRoutes } from './alerts/routes.ts'
import { type AnalyticsDeps, analyticsRoutes } from './analytics/routes.ts'
import { newAuditAction } from './audit/audit-action.ts'
import { type AuditDeps, auditRoutes } from './audit/routes.ts'
import { type CareDeps, careRoutes } from './care/routes.ts'
import { type ConnectionDeps, connectionRoutes } from './connections/routes.ts'
import { type DuplicateDeps, duplicateRoutes } from './duplicates/routes.ts'
import { type ErasureDeps, erasureRoutes } from './erasures/routes.ts'
import { type EvidenceDeps, evidenceRoutes } from './evidence/routes.ts'
import { type NotifyAdmins, withNotice } from './live.ts'
import { type IssueDeps, issueRoutes } from './newsletter/issue-routes.ts'
import { type NewsletterDeps, newsletterRoutes } from './newsletter/routes.ts'
import { type OwnExportDeps, ownExportRoute } from './own-export.ts'
import { type StatisticDeps, statisticRoutes } from './statistics/routes.ts'
import { type TicketDeps, ticketRoutes } from './tickets/routes.ts'
import { cardRoutes } from './users/cards.ts'
import { type UserDeps, userRoutes } from './users/routes.ts'

type Deps = UserDeps &
  ErasureDeps &
  OwnExportDeps &
  StatisticDeps &
  NewsletterDeps &
  IssueDeps &
  ConnectionDeps &
  CareDeps &
  AlertDeps &
  EvidenceDeps &
  AnalyticsDeps &
  AuditDeps &
  TicketDeps &
  DuplicateDeps & { connection: Connection; notifyAdmins: NotifyAdmins }

export function routes(deps: Deps): Route[] {
  const { audit } = deps
  const all = [
    ...userRoutes(deps),
    ...statisticRoutes(deps),
    ...newsletterRoutes(deps),
    ...issueRoutes(deps),
    ...connectionRoutes(deps),
    ...cardRoutes(deps),
    ...careRoutes(deps),
    ...duplicateRoutes(deps),
    ...alertRoutes(deps),
    ...evidenceRoutes(deps),
    ...analyticsRoutes(deps),
    ...auditRoutes(deps),
    ...ticketRoutes(deps),
    ...erasureRoutes(deps),
    ownExportRoute(deps),
    route(adminApi, 'POST /superadmin/backups/begin', async ({ identity, response, at }) => {
      await audit.append(newAuditAction('system.backup-begun', identity.userId, '', at))
      response.type('application/octet-stream').end()
      return undefined
    }),
    backupRoute(adminApi, 'POST /superadmin/backups/admin', {
      service: 'admin',
      connection: deps.connection,
      before: (by, at) => audit.append(newAuditAction('system.backed-up', by, '', at)),
    }),
  ]
  return all.map((each) => withNotice(each, deps.notifyAdmins))
}
