import { usersApi } from '@darsi/contracts/calls/users/users-api.ts'
import { backupRoute } from '@darsi/kit/backup/database-backup.ts'
import type { Route } from '@darsi/kit/http/route.ts'
import { profileRoutes } from './accounts/routes.ts'
import { childRoutes } from './families/child-routes.ts'
import { consentRoutes } from './families/consent-routes.ts'
import { careChangeRoutes, invitationRoutes, linkRoutes } from './families/guardian-routes.ts'
import { homeworkRoutes } from './homework/routes.ts'
import { ownExportRoute } from './own-export.ts'
import type { Parts } from './parts.ts'
import { photoRoutes } from './photos/routes.ts'
import { proofRoutes } from './proofs/routes.ts'
import { ownPageRoutes, pagePhotoRoute, publicPageRoutes } from './public-pages/routes.ts'
import { connectionRoutes } from './requests/connection-routes.ts'
import { waitingRoutes } from './requests/waiting-routes.ts'
import { teacherRoutes } from './teachers/routes.ts'
import { materialRoute, uploadRoutes } from './threads/material-routes.ts'
import {
  conversationRoutes,
  markRoutes,
  messageRoute,
  releaseRoute,
  reportedFileRoutes,
  reportRoute,
} from './threads/routes.ts'

export function createRoutes(parts: Parts): readonly Route[] {
  const { database } = parts
  return [
    ...profileRoutes(parts),
    ownExportRoute(parts),
    backupRoute(usersApi, 'POST /superadmin/backups/users', { service: 'users', connection: database }),
    ...connectionRoutes(parts, parts.conversations.judgedTexts),
    ...childRoutes(parts),
    ...linkRoutes(parts, parts.connections),
    ...invitationRoutes(parts),
    ...careChangeRoutes(parts),
    ...consentRoutes(parts),
    ...conversationRoutes(parts),
    messageRoute(parts),
    ...markRoutes(parts),
    releaseRoute(parts),
    reportRoute(parts),
    ...reportedFileRoutes(parts),
    ...uploadRoutes(parts),
    materialRoute(parts),
    ...homeworkRoutes(parts),
    ...proofRoutes(parts, parts),
    ...photoRoutes(parts),
    ...ownPageRoutes(parts),
    ...publicPageRoutes(parts),
    pagePhotoRoute(parts),
    ...teacherRoutes(parts),
    ...waitingRoutes(parts),
  ]
}
