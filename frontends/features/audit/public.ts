export { actionLabel, auditActions, detailLabel, targetLabel } from './audit-action.ts'
export { auditTexts } from './texts.ts'
