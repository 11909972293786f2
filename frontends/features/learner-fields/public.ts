export { gradeOptions, labelOf, optionsOf, schoolSubjectOptions, subjectOptions } from './options.ts'
export { subjectWords } from './subject-words.ts'
export { teacherWords } from './teacher-words.ts'
