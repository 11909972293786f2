import { choiceFrom, isKeyOf } from './choices.ts'
import { namesOf } from './i18n/names-of.ts'
import { texts } from './i18n/texts.ts'
import type { Language } from './languages.ts'

/** Names of the ministry of education; physics is taught under the name of the physical sciences. */
const subjectLabels = /* @__PURE__ */ namesOf(texts.subjects)

export type Subject = keyof typeof subjectLabels

// spec §9, in its order; a teacher may offer every subject that a learner may request (docs/deviations.md)
export const teacherSubjects = [
  'mathematics',
  'physics',
  'natural-science',
  'computing',
  'arabic',
  'french',
  'english',
  'other-language',
  'other-subjects',
  'history',
  'geography',
  'philosophy',
  'economics',
  'management',
  'technology',
  'science-awakening',
  'islamic-education',
  'civic-education',
  'adult-learning',
] as const satisfies readonly Subject[]
export type TeacherSubject = (typeof teacherSubjects)[number]

export const studentSubjects = [...teacherSubjects, 'other'] as const satisfies readonly Subject[]
export type StudentSubject = (typeof studentSubjects)[number]

export type ParentSubject = Exclude<TeacherSubject, 'adult-learning'>
export const parentSubjects: readonly ParentSubject[] = teacherSubjects.filter(
  (subject) => subject !== 'adult-learning',
)

/** The subject under which teachers offer a requested subject. */
export const offeredAs = (subject: Subject): TeacherSubject =>
  subject === 'other' ? 'other-subjects' : subject

export const isSubject = (value: unknown): value is Subject => isKeyOf(subjectLabels, value)

export const subjectLabel = (subject: Subject, language: Language): string => subjectLabels[subject][language]

/** The label of a subject, which may be free text. */
export const subjectName = (subject: string, language: Language): string =>
  isSubject(subject) ? subjectLabel(subject, language) : subject

/** Reads a key or a label of any language. */
export const subjectFrom = (text: string): Subject | null => choiceFrom<Subject>(subjectLabels, text)
