import { choiceFrom, isKeyOf, keysOf } from './choices.ts'
import type { Language, Localised } from './languages.ts'

export const educationLevels = {
  primary: { en: 'Primary', fr: 'Primaire', ar: 'التعليم الابتدائي' },
  college: { en: 'College', fr: 'Collège (enseignement de base)', ar: 'التعليم الإعدادي' },
  secondary: { en: 'Secondary', fr: 'Secondaire (lycée)', ar: 'التعليم الثانوي' },
  university: { en: 'University', fr: 'Université', ar: 'التعليم العالي' },
  other: { en: 'Other', fr: 'Autre', ar: 'أخرى' },
} as const satisfies Record<string, Localised>
export type EducationLevel = keyof typeof educationLevels

// spec §9: three choices for a parent
export const childLevels = {
  primary: educationLevels.primary,
  college: educationLevels.college,
  secondary: educationLevels.secondary,
} as const satisfies Partial<Record<EducationLevel, Localised>>
export type ChildLevel = keyof typeof childLevels

/** Grades by level. Tunisia counts basic education 1 to 9 (college is 7 to 9), then 1 to 4 up to the baccalauréat. */
export const gradesOf = {
  primary: {
    'primary-1': { en: 'Grade 1', fr: '1ère année primaire', ar: 'السنة الأولى ابتدائي' },
    'primary-2': { en: 'Grade 2', fr: '2ème année primaire', ar: 'السنة الثانية ابتدائي' },
    'primary-3': { en: 'Grade 3', fr: '3ème année primaire', ar: 'السنة الثالثة ابتدائي' },
    'primary-4': { en: 'Grade 4', fr: '4ème année primaire', ar: 'السنة الرابعة ابتدائي' },
    'primary-5': { en: 'Grade 5', fr: '5ème année primaire', ar: 'السنة الخامسة ابتدائي' },
    'primary-6': { en: 'Grade 6', fr: '6ème année primaire', ar: 'السنة السادسة ابتدائي' },
  },
  college: {
    'college-7': { en: '7th College', fr: '7ème année de base', ar: 'السنة السابعة أساسي' },
    'college-8': { en: '8th College', fr: '8ème année de base', ar: 'السنة الثامنة أساسي' },
    'college-9': { en: '9th College', fr: '9ème année de base', ar: 'السنة التاسعة أساسي' },
  },
  secondary: {
    'secondary-1': { en: '1st Secondary', fr: '1ère année secondaire', ar: 'السنة الأولى ثانوي' },
    'secondary-2': { en: '2nd Secondary', fr: '2ème année secondaire', ar: 'السنة الثانية ثانوي' },
    'secondary-3': { en: '3rd Secondary', fr: '3ème année secondaire', ar: 'السنة الثالثة ثانوي' },
    'secondary-4': {
      en: '4th Secondary',
      fr: '4ème année secondaire (Baccalauréat)',
      ar: 'السنة الرابعة ثانوي (باكالوريا)',
    },
  },
  university: {
    'licence-1': { en: 'Bachelor, 1st year', fr: '1ère année licence', ar: 'السنة الأولى إجازة' },
    'licence-2': { en: 'Bachelor, 2nd year', fr: '2ème année licence', ar: 'السنة الثانية إجازة' },
    'licence-3': { en: 'Bachelor, 3rd year', fr: '3ème année licence', ar: 'السنة الثالثة إجازة' },
    'preparatory-1': {
      en: 'Preparatory cycle, 1st year',
      fr: '1ère année préparatoire',
      ar: 'السنة الأولى تحضيري',
    },
    'preparatory-2': {
      en: 'Preparatory cycle, 2nd year',
      fr: '2ème année préparatoire',
      ar: 'السنة الثانية تحضيري',
    },
    engineering: { en: 'Engineering cycle', fr: 'Cycle ingénieur', ar: 'المرحلة الهندسية' },
    'health-studies': {
      en: 'Medicine, pharmacy or dentistry',
      fr: 'Médecine, pharmacie ou médecine dentaire',
      ar: 'الطب أو الصيدلة أو طب الأسنان',
    },
    'master-1': { en: 'Master, 1st year', fr: '1ère année mastère', ar: 'السنة الأولى ماجستير' },
    'master-2': { en: 'Master, 2nd year', fr: '2ème année mastère', ar: 'السنة الثانية ماجستير' },
    doctorate: { en: 'Doctorate', fr: 'Doctorat', ar: 'الدكتوراه' },
  },
  other: {},
} as const satisfies Record<EducationLevel, Record<string, Localised>>

type GradeIn<Level> = Level extends EducationLevel ? keyof (typeof gradesOf)[Level] : never
export type Grade = GradeIn<EducationLevel>

const gradeLabels: Readonly<Record<string, Localised>> = Object.assign({}, ...Object.values(gradesOf))

export const educationLevelKeys: readonly EducationLevel[] = keysOf(educationLevels)

export const isEducationLevel = (value: unknown): value is EducationLevel => isKeyOf(educationLevels, value)

export const isChildLevel = (value: unknown): value is ChildLevel => isKeyOf(childLevels, value)

const isGrade = (value: unknown): value is Grade => isKeyOf(gradeLabels, value)

/** Empty for `other`, which has no grades. */
export const gradeKeys = (level: EducationLevel): readonly Grade[] => keysOf<Grade>(gradesOf[level])

/** Reads a key, a label of any language or, where grades are numbered, the number. */
export const gradeFrom = (level: EducationLevel, text: string): Grade | null => {
  const numbered = `${level}-${text.trim()}`
  return isGrade(numbered) ? numbered : choiceFrom<Grade>(gradesOf[level], text)
}

export const gradeLabel = (grade: Grade, language: Language): string =>
  gradeLabels[grade]?.[language] ?? grade

export const schoolTypes = {
  private: { en: 'Private', fr: 'Privé', ar: 'خاص' },
  public: { en: 'Public', fr: 'Public', ar: 'عمومي' },
} as const satisfies Record<string, Localised>
export type SchoolType = keyof typeof schoolTypes

export const educationalPrograms = {
  tunisian: { en: 'Tunisian', fr: 'Programme tunisien', ar: 'البرنامج التونسي' },
  french: { en: 'French', fr: 'Programme français', ar: 'البرنامج الفرنسي' },
  other: { en: 'Other', fr: 'Autre', ar: 'آخر' },
} as const satisfies Record<string, Localised>
export type EducationalProgram = keyof typeof educationalPrograms

export const englishFocuses = {
  general: { en: 'General English', fr: 'Anglais général', ar: 'الإنجليزية العامة' },
  professional: { en: 'Professional English', fr: 'Anglais professionnel', ar: 'الإنجليزية المهنية' },
  communication: { en: 'Communication', fr: 'Communication', ar: 'التواصل' },
  business: { en: 'Business English', fr: 'Anglais des affaires', ar: 'إنجليزية الأعمال' },
} as const satisfies Record<string, Localised>
type EnglishFocus = keyof typeof englishFocuses

export const englishLevels = {
  A1: { en: 'A1', fr: 'A1', ar: 'A1' },
  A2: { en: 'A2', fr: 'A2', ar: 'A2' },
  B1: { en: 'B1', fr: 'B1', ar: 'B1' },
  B2: { en: 'B2', fr: 'B2', ar: 'B2' },
  C1: { en: 'C1', fr: 'C1', ar: 'C1' },
  C2: { en: 'C2', fr: 'C2', ar: 'C2' },
} as const satisfies Record<string, Localised>
export type EnglishLevel = keyof typeof englishLevels

/**
 * The registration payload's `adultLearningType` (spec §3). The payload has no field for the English focus, so the four
 * focuses are types; `englishLevel` belongs to them, `professionalCareer` (free text) to `professional` only.
 */
export const adultLearningTypes = {
  ...englishFocuses,
  languages: { en: 'Other languages', fr: 'Autres langues', ar: 'لغات أخرى' },
  literacy: { en: 'Reading and writing', fr: 'Alphabétisation', ar: 'محو الأمية' },
  computing: { en: 'Computer skills', fr: 'Informatique et bureautique', ar: 'الإعلامية والمكتبية' },
  vocational: { en: 'Vocational training', fr: 'Formation professionnelle', ar: 'التكوين المهني' },
  'exam-preparation': {
    en: 'Exams and competitions',
    fr: 'Examens et concours',
    ar: 'الامتحانات والمناظرات',
  },
  other: { en: 'Other', fr: 'Autre', ar: 'أخرى' },
} as const satisfies Record<string, Localised>
export type AdultLearningType = keyof typeof adultLearningTypes

export const isEnglishFocus = (value: unknown): value is EnglishFocus => isKeyOf(englishFocuses, value)

export const experienceLevels = {
  beginner: { en: 'Beginner (1-2 years)', fr: 'Débutant (1-2 ans)', ar: 'مبتدئ (1-2 سنوات)' },
  intermediate: { en: 'Intermediate (3-5 years)', fr: 'Intermédiaire (3-5 ans)', ar: 'متوسط (3-5 سنوات)' },
  advanced: { en: 'Advanced (5-10 years)', fr: 'Avancé (5-10 ans)', ar: 'متقدم (5-10 سنوات)' },
  expert: { en: 'Expert (10+ years)', fr: 'Expert (plus de 10 ans)', ar: 'خبير (أكثر من 10 سنوات)' },
} as const satisfies Record<string, Localised>
export type ExperienceLevel = keyof typeof experienceLevels

export const sessionTypes = {
  online: { en: 'Online', fr: 'En ligne', ar: 'عن بعد' },
  faceToFace: { en: 'Face-to-face', fr: 'En présentiel', ar: 'حضوري' },
  group: { en: 'Group', fr: 'En groupe', ar: 'ضمن مجموعة' },
} as const satisfies Record<string, Localised>
export type SessionType = keyof typeof sessionTypes

// Decree 2015-1619: public-school teachers may not tutor outside school premises, so the status is stored
export const employmentStatuses = {
  'public-school': {
    en: 'Public school teacher',
    fr: 'Enseignant dans une école publique',
    ar: 'مدرّس بالتعليم العمومي',
  },
  'private-school': {
    en: 'Private school teacher',
    fr: 'Enseignant dans une école privée',
    ar: 'مدرّس بالتعليم الخاص',
  },
  university: { en: 'University teacher', fr: 'Enseignant universitaire', ar: 'أستاذ جامعي' },
  student: { en: 'Student', fr: 'Étudiant', ar: 'طالب' },
  retired: { en: 'Retired teacher', fr: 'Enseignant retraité', ar: 'مدرّس متقاعد' },
  independent: { en: 'Independent teacher', fr: 'Enseignant indépendant', ar: 'مدرّس مستقل' },
} as const satisfies Record<string, Localised>
export type EmploymentStatus = keyof typeof employmentStatuses
