export { actionLabel, actorLabel, auditActions, detailLabel, targetLabel } from './audit-action.ts'
export { auditTexts } from './texts.ts'
