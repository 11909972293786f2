export { noticeBell } from './notice-bell.tsx'
export type { NoticeTabs } from './notice-topic.ts'
