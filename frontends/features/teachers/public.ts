export { FindTeachers } from './find-teachers.tsx'
export { TeacherSummary } from './profile/teacher-summary.tsx'
export { WishCard } from './wish/wish-card.tsx'
