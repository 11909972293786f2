import { adminApi } from '@darsi/contracts/calls/admin/admin-api.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import { auditRoutes } from './activity/routes.ts'
import { alertRoutes, recordRoutes, reportRoutes } from './alerts/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { newAuditAction } from './audit/audit-action.ts'
import { careRoutes } from './care/routes.ts'
import { connectionRoutes, upgradeRoutes } from './connections/routes.ts'
import { duplicateRoutes } from './duplicates/routes.ts'
import { erasureRoutes } from './erasures/routes.ts'
import { evidenceRoutes } from './evidence/routes.ts'
import { withNotice } from './live.ts'
import { issueRoutes } from './newsletter/issue-routes.ts'
import { newsletterRoutes } from './newsletter/routes.ts'
import { statisticRoutes } from './overview/routes.ts'
import { ownExportRoute } from './own-export.ts'
import type { Parts } from './parts.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { cardRoutes } from './users/cards.ts'
import { userRoutes } from './users/routes.ts'

export function routes(parts: Parts): Route[] {
  const { audit } = parts
  const all = [
    ...userRoutes(parts),
    ...statisticRoutes(parts),
    ...newsletterRoutes(parts),
    ...issueRoutes(parts),
    ...connectionRoutes(parts),
    ...upgradeRoutes(parts),
    ...cardRoutes(parts),
    ...careRoutes(parts),
    ...duplicateRoutes(parts),
    ...alertRoutes(parts),
    ...recordRoutes(parts),
    ...reportRoutes(parts),
    ...evidenceRoutes(parts),
    ...analyticsRoutes(parts),
    ...auditRoutes(parts),
    ...ticketRoutes(parts),
    ...erasureRoutes(parts),
    ownExportRoute(parts),
    route(adminApi, 'POST /superadmin/backups/begin', async ({ response }) => {
      response.type('application/octet-stream').end()
      return undefined
    }),
    backupRoute(adminApi, 'POST /superadmin/backups/admin', {
      service: 'admin',
      connection: parts.connection,
      before: (by, at) => audit.append(newAuditAction('system.backed-up', by, '', at)),
    }),
  ]
  return all.map((each) => withNotice(each, parts.notifyAdmins))
}
