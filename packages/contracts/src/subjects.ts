import { choiceFrom, isKeyOf } from './choices.ts'
import type { Language, Localised } from './languages.ts'

export const subjectLabels = {
  mathematics: { en: 'Mathematics', fr: 'Mathématiques', ar: 'الرياضيات' },
  physics: { en: 'Physics', fr: 'Physique', ar: 'الفيزياء' },
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
  'adult-learning': { en: 'Adult Learning', fr: 'Formation des adultes', ar: 'تعليم الكبار' },
  other: { en: 'Other', fr: 'Autre', ar: 'أخرى' },
} as const satisfies Record<string, Localised>

export type Subject = keyof typeof subjectLabels

// spec §9, in its order
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
] as const satisfies readonly Subject[]
export type TeacherSubject = (typeof teacherSubjects)[number]

export const studentSubjects = [
  ...teacherSubjects,
  'history',
  'geography',
  'philosophy',
  'economics',
  'adult-learning',
  'other',
] as const satisfies readonly Subject[]
export type StudentSubject = (typeof studentSubjects)[number]

export const parentSubjects = teacherSubjects
export type ParentSubject = (typeof parentSubjects)[number]

export const subjects: readonly Subject[] = studentSubjects

export const isSubject = (value: unknown): value is Subject => isKeyOf(subjectLabels, value)

export const subjectLabel = (subject: Subject, language: Language): string => subjectLabels[subject][language]

/** Reads a key or a label of any language. */
export const subjectFrom = (text: string): Subject | null => choiceFrom<Subject>(subjectLabels, text)
