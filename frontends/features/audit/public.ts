export { actionWords, auditActions, detailWords, targetWords } from './audit-action.ts'
export { auditTexts } from './texts.ts'
