export { DueHomework } from './due-homework.tsx'
export { ThreadHomework } from './thread-homework.tsx'
