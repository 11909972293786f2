export { gradeOptions, labelOf, optionsOf, schoolSubjectOptions, subjectOptions } from './options.ts'
export { subjectWords, teacherWords } from './teacher-words.ts'
