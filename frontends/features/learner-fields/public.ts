export { gradeOptions, labelOf, optionsOf, schoolSubjectOptions, subjectOptions } from './options.ts'
export { teacherLabels } from './teacher-labels.ts'
