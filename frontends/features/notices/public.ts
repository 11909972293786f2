export { emailWarning } from './email-warning.tsx'
export { noticeBell } from './notice-bell.tsx'
export type { NoticeTabs } from './notice-topic.ts'
