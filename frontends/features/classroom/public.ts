export { ClassroomPage } from './classroom-page.tsx'
