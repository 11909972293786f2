import { choiceFrom, isKeyOf, keysOf } from './choices.ts'
import { namesOf } from './i18n/names-of.ts'
import { texts } from './i18n/texts.ts'
import { inEachLanguage, type Language, type Localised } from './languages.ts'

export const educationLevels = /* @__PURE__ */ namesOf(texts.educationLevels)
export type EducationLevel = keyof typeof educationLevels

// spec §9: three choices for a parent
export const childLevels = /* @__PURE__ */ (({ primary, college, secondary }: typeof educationLevels) => ({
  primary,
  college,
  secondary,
}))(educationLevels)
export type ChildLevel = keyof typeof childLevels

/** Grades by level. Tunisia counts basic education 1 to 9 (college is 7 to 9), then 1 to 4 up to the baccalauréat. */
export const gradesOf = {
  primary: /* @__PURE__ */ namesOf(texts.primaryGrades),
  college: /* @__PURE__ */ namesOf(texts.collegeGrades),
  secondary: /* @__PURE__ */ namesOf(texts.secondaryGrades),
  university: /* @__PURE__ */ namesOf(texts.universityGrades),
  other: {},
} satisfies Record<EducationLevel, Record<string, Localised>>

type GradeIn<Level> = Level extends EducationLevel ? keyof (typeof gradesOf)[Level] : never
export type Grade = GradeIn<EducationLevel>

const gradeLabels: Readonly<Record<string, Localised>> = /* @__PURE__ */ Object.assign(
  {},
  ...Object.values(gradesOf),
)

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

export const schoolTypes = /* @__PURE__ */ namesOf(texts.schoolTypes)
export type SchoolType = keyof typeof schoolTypes

export const educationalPrograms = /* @__PURE__ */ namesOf(texts.educationalPrograms)
export type EducationalProgram = keyof typeof educationalPrograms

export const englishFocuses = /* @__PURE__ */ namesOf(texts.englishFocuses)
type EnglishFocus = keyof typeof englishFocuses

export const englishLevels = {
  A1: /* @__PURE__ */ inEachLanguage(() => 'A1'),
  A2: /* @__PURE__ */ inEachLanguage(() => 'A2'),
  B1: /* @__PURE__ */ inEachLanguage(() => 'B1'),
  B2: /* @__PURE__ */ inEachLanguage(() => 'B2'),
  C1: /* @__PURE__ */ inEachLanguage(() => 'C1'),
  C2: /* @__PURE__ */ inEachLanguage(() => 'C2'),
} satisfies Record<string, Localised>
export type EnglishLevel = keyof typeof englishLevels

/**
 * The registration payload's `adultLearningType` (spec §3). The payload has no field for the English focus, so the four
 * focuses are types; `englishLevel` belongs to them, `professionalCareer` (free text) to `professional` only.
 */
export const adultLearningTypes = /* @__PURE__ */ Object.assign(
  {},
  englishFocuses,
  namesOf(texts.otherAdultLearning),
)
export type AdultLearningType = keyof typeof adultLearningTypes

export const isEnglishFocus = (value: unknown): value is EnglishFocus => isKeyOf(englishFocuses, value)

export const experienceLevels = /* @__PURE__ */ namesOf(texts.experienceLevels)
export type ExperienceLevel = keyof typeof experienceLevels

export const sessionTypes = /* @__PURE__ */ namesOf(texts.sessionTypes)
export type SessionType = keyof typeof sessionTypes

// Decree 2015-1619: public-school teachers may not tutor outside school premises, so the status is stored
export const employmentStatuses = /* @__PURE__ */ namesOf(texts.employmentStatuses)
export type EmploymentStatus = keyof typeof employmentStatuses
