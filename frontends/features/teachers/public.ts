export { FindTeachers } from './find-teachers.tsx'
