export { actionLabel, actorLabel, auditActions, detailLabel, targetLabel } from './audit-action.ts'
