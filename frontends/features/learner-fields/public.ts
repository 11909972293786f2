export { labelOf, schoolSubjectOptions } from './options.ts'
export { teacherLabels } from './teacher-labels.ts'
