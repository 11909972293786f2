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

const isBacSection = (value: unknown): value is BacSection => isKeyOf(bacSections, value)

/** Reads a key or a label of any language. */
export const bacSectionFrom = (text: string): BacSection | null => choiceFrom<BacSection>(bacSections, text)

export const bacSectionLabel = (section: string, language: Language): string =>
  isBacSection(section) ? bacSections[section][language] : section

/** Whether a learner of this grade (a key or a label) is in a section. */
export const hasSection = (grade: string): boolean =>
  ['secondary-3', 'secondary-4'].includes(gradeFrom('secondary', grade) ?? '')

/** The section as it is stored: none for a grade without sections. */
export const sectionOfGrade = (section: string, grade: string): BacSection | '' =>
  hasSection(grade) ? (bacSectionFrom(section) ?? '') : ''

/**
 * The subjects of a level and, in the baccalaureate years, of a section, main subjects first; empty where the ministry
 * has no list. The list only sorts the choices: other subjects stay allowed.
 */
export function subjectsTaught(level: string, section: string): readonly Subject[] {
  if (isBacSection(section)) return [...new Set<Subject>([...mainSubjects[section], ...commonSubjects])]
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
} as const satisfies Record<BacSection, readonly Subject[]>

/** Taught in every section. */
const commonSubjects = ['arabic', 'french', 'english', 'philosophy', 'other-language'] as const
