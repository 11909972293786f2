import { describe, expect, it } from '@jest/globals'
import { type ChoiceTable, choiceFrom, keysOf } from './choices.ts'
import {
  adultLearningTypes,
  childLevels,
  educationalPrograms,
  educationLevels,
  employmentStatuses,
  englishFocuses,
  englishLevels,
  experienceLevels,
  gradeFrom,
  gradeKeys,
  gradeLabel,
  gradesOf,
  schoolTypes,
  sessionTypes,
} from './levels.ts'

describe('education levels', () => {
  it('are five, of which a parent chooses among three', () => {
    expect(keysOf(educationLevels)).toEqual(['primary', 'college', 'secondary', 'university', 'other'])
    expect(keysOf(childLevels)).toEqual(['primary', 'college', 'secondary'])
  })

  it('the grades depend on the level', () => {
    const shown = (level: keyof typeof gradesOf) => gradeKeys(level).map((grade) => gradeLabel(grade, 'en'))
    expect(shown('primary')).toEqual(['Grade 1', 'Grade 2', 'Grade 3', 'Grade 4', 'Grade 5', 'Grade 6'])
    expect(shown('college')).toEqual(['7th College', '8th College', '9th College'])
    expect(shown('secondary')).toEqual(['1st Secondary', '2nd Secondary', '3rd Secondary', '4th Secondary'])
    expect(shown('university').length).toBeGreaterThan(0)
    expect(shown('other')).toEqual([])
  })

  it.each(['college-8', '8th College', '8e année de base', 'السنة الثامنة أساسي', '8'])(
    '%s is read as the eighth year',
    (text) => {
      expect(gradeFrom('college', text)).toBe('college-8')
      expect(gradeFrom('primary', text)).toBeNull()
    },
  )
})

describe('choices', () => {
  it('are those of the specification', () => {
    expect(keysOf(schoolTypes)).toEqual(['private', 'public'])
    expect(keysOf(educationalPrograms)).toEqual(['tunisian', 'french', 'other'])
    expect(keysOf(englishFocuses)).toEqual(['general', 'professional', 'communication', 'business'])
    expect(keysOf(englishLevels)).toEqual(['A1', 'A2', 'B1', 'B2', 'C1', 'C2'])
    expect(keysOf(experienceLevels)).toEqual(['beginner', 'intermediate', 'advanced', 'expert'])
    expect(keysOf(sessionTypes)).toEqual(['online', 'faceToFace', 'group'])
    expect(keysOf(adultLearningTypes).slice(0, 4)).toEqual(keysOf(englishFocuses))
  })

  it('have a distinct label in every language', () => {
    const tables: readonly ChoiceTable[] = [
      educationLevels,
      schoolTypes,
      educationalPrograms,
      adultLearningTypes,
      experienceLevels,
      sessionTypes,
      employmentStatuses,
      ...Object.values(gradesOf),
    ]
    for (const table of tables)
      for (const language of ['en', 'fr', 'ar'] as const) {
        const labels = Object.values(table).map((label) => label?.[language] ?? '')
        expect(labels.every((label) => label.trim() !== '')).toBe(true)
        expect(new Set(labels).size).toBe(labels.length)
      }
  })

  it('are read by key or label', () => {
    expect(choiceFrom(schoolTypes, 'Privé')).toBe('private')
    expect(choiceFrom(schoolTypes, 'toString')).toBeNull()
  })
})
