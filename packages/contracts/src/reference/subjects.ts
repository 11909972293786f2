import { choiceFrom, isKeyOf } from './choices.ts'
import type { Language, Localised } from './languages.ts'

/** Names of the ministry of education; physics is taught under the name of the physical sciences. */
const subjectLabels = {
  mathematics: { en: 'Mathematics', fr: 'Mathématiques', ar: 'الرياضيات' },
  physics: { en: 'Physics', fr: 'Sciences physiques', ar: 'العلوم الفيزيائية' },
  'natural-science': {
    en: 'Natural Science',
    fr: 'Sciences de la vie et de la Terre',
    ar: 'علوم الحياة والأرض',
  },
  computing: { en: 'Computing', fr: 'Informatique', ar: 'الإعلامية' },
  arabic: { en: 'Arabic', fr: 'Arabe', ar: 'العربية' },
  french: { en: 'French', fr: 'Français', ar: 'الفرنسية' },
  english: { en: 'English', fr: 'Anglais', ar: 'الإنجليزية' },
  'other-language': { en: 'Other language', fr: 'Autre langue', ar: 'لغة أخرى' },
  'other-subjects': { en: 'Other subject(s)', fr: 'Autre(s) matière(s)', ar: 'مادة أو مواد أخرى' },
  history: { en: 'History', fr: 'Histoire', ar: 'التاريخ' },
  geography: { en: 'Geography', fr: 'Géographie', ar: 'الجغرافيا' },
  philosophy: { en: 'Philosophy', fr: 'Philosophie', ar: 'الفلسفة' },
  economics: { en: 'Economics', fr: 'Économie', ar: 'الاقتصاد' },
  management: { en: 'Management', fr: 'Gestion', ar: 'التصرف' },
  technology: { en: 'Technology', fr: 'Technologie', ar: 'التكنولوجيا' },
  'science-awakening': { en: 'Science (primary school)', fr: 'Éveil scientifique', ar: 'الإيقاظ العلمي' },
  'islamic-education': { en: 'Islamic education', fr: 'Éducation islamique', ar: 'التربية الإسلامية' },
  'civic-education': { en: 'Civic education', fr: 'Éducation civique', ar: 'التربية المدنية' },
  'adult-learning': { en: 'Adult Learning', fr: 'Formation des adultes', ar: 'تعليم الكبار' },
  other: { en: 'Other', fr: 'Autre', ar: 'أخرى' },
} as const satisfies Record<string, Localised>

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
