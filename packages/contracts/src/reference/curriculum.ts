import { choiceFrom, isKeyOf, keysOf } from './choices.ts'
import { namesOf } from './i18n/names-of.ts'
import { texts } from './i18n/texts.ts'
import type { Language } from './languages.ts'
import { type ChildLevel, gradeFrom, isChildLevel } from './levels.ts'
import type { Subject } from './subjects.ts'

/** The sections of the baccalaureate, which begin in the third year of secondary school. */
export const bacSections = /* @__PURE__ */ namesOf(texts.bacSections)
export type BacSection = keyof typeof bacSections

export const bacSectionKeys: readonly BacSection[] = keysOf<BacSection>(bacSections)

/** The streams of the second year of secondary school; the first year has none. */
const secondYearStreams = /* @__PURE__ */ namesOf(texts.secondYearStreams)
type Stream = keyof typeof secondYearStreams

export const schoolSections = /* @__PURE__ */ Object.assign({}, secondYearStreams, bacSections)
type SchoolSection = BacSection | Stream

/** The sections or streams of a grade (a key or a label); empty for a grade without any. */
export function sectionsOf(grade: string): Partial<typeof schoolSections> {
  const key = gradeFrom('secondary', grade)
  if (key === 'secondary-2') return secondYearStreams
  return key === 'secondary-3' || key === 'secondary-4' ? bacSections : {}
}

const isSchoolSection = (value: unknown): value is SchoolSection => isKeyOf(schoolSections, value)
const isBacSection = (value: unknown): value is BacSection => isKeyOf(bacSections, value)

/** Reads a key or a label of any language. */
export const sectionFrom = (text: string): SchoolSection | null =>
  choiceFrom<SchoolSection>(schoolSections, text)

export const sectionLabel = (section: string, language: Language): string =>
  isSchoolSection(section) ? schoolSections[section][language] : section

/** Whether a learner of this grade (a key or a label) is in a section or a stream. */
export const hasSection = (grade: string): boolean => Object.keys(sectionsOf(grade)).length > 0

/** The section or stream as it is stored: one of the grade's, or none. */
export function sectionOfGrade(section: string, grade: string): SchoolSection | '' {
  const found = sectionFrom(section)
  return found !== null && found in sectionsOf(grade) ? found : ''
}

/** The section by which teachers are searched: teachers name sections of the baccalaureate only. */
export function bacSectionOfGrade(section: string, grade: string): BacSection | '' {
  const found = sectionOfGrade(section, grade)
  return isBacSection(found) ? found : ''
}

/**
 * The subjects of a level and, in the baccalaureate years, of a section, main subjects first; empty where the ministry
 * has no list. The list only sorts the choices: other subjects stay allowed.
 */
export function subjectsTaught(level: string, section: string): readonly Subject[] {
  if (isSchoolSection(section)) return [...new Set<Subject>([...mainSubjects[section], ...commonSubjects])]
  return isChildLevel(level) ? subjectsOfLevel[level] : []
}

const sciences = ['mathematics', 'physics', 'natural-science', 'technology', 'computing'] as const
const basic = [
  'arabic',
  'french',
  'english',
  'islamic-education',
  'history',
  'geography',
  'civic-education',
] as const

const subjectsOfLevel = {
  primary: ['mathematics', 'science-awakening', 'technology', ...basic],
  college: [...sciences, ...basic],
  secondary: [...sciences, ...basic, 'philosophy', 'economics', 'management', 'other-language'],
} as const satisfies Record<ChildLevel, readonly Subject[]>

const mainSubjects = {
  mathematics: ['mathematics', 'physics', 'natural-science', 'computing'],
  sciences: ['natural-science', 'physics', 'mathematics', 'computing'],
  technical: ['technology', 'mathematics', 'physics', 'computing'],
  computing: ['computing', 'mathematics', 'physics'],
  economics: ['economics', 'management', 'mathematics', 'history', 'geography', 'computing'],
  letters: ['philosophy', 'history', 'geography', 'islamic-education'],
  sport: ['natural-science', 'physics', 'mathematics'],
  'stream-letters': ['history', 'geography', 'islamic-education'],
  'stream-sciences': ['mathematics', 'physics', 'natural-science', 'technology', 'computing'],
  'stream-computing': ['computing', 'mathematics', 'physics', 'technology'],
  'stream-economics': ['economics', 'management', 'mathematics', 'history', 'geography', 'computing'],
} as const satisfies Record<SchoolSection, readonly Subject[]>

/** Taught in every section. */
const commonSubjects = ['arabic', 'french', 'english', 'philosophy', 'other-language'] as const
