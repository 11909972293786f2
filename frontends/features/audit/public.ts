export { actionLabel, actorLabel, auditActions, detailLabel, targetLabel, viewLabel } from './audit-action.ts'
