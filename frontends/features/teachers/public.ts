export { FindTeachers } from './find-teachers.tsx'
export { TeacherSummary } from './profile/teacher-summary.tsx'
