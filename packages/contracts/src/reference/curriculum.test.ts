import { describe, expect, it } from '@jest/globals'
import {
  bacSectionKeys,
  bacSectionOfGrade,
  hasSection,
  schoolSections,
  sectionFrom,
  sectionLabel,
  sectionOfGrade,
  sectionsOf,
  subjectsTaught,
} from './curriculum.ts'
import { educationLevelKeys } from './levels.ts'
import { isSubject } from './subjects.ts'

describe('the curriculum', () => {
  it('has the seven sections of the baccalaureate, in three languages', () => {
    expect(bacSectionKeys).toEqual([
      'mathematics',
      'sciences',
      'technical',
      'computing',
      'economics',
      'letters',
      'sport',
    ])
    expect((['en', 'fr', 'ar'] as const).map((language) => sectionLabel('economics', language))).toEqual([
      'Economics and management',
      'Économie et gestion',
      'الاقتصاد والتصرف',
    ])
    expect(sectionFrom('الآداب')).toBe('letters')
  })

  it('has the four streams of the second year, which are no sections of the baccalaureate', () => {
    expect(Object.keys(sectionsOf('secondary-2'))).toHaveLength(4)
    expect(sectionOfGrade('Filière sciences', 'secondary-2')).toBe('stream-sciences')
    expect([
      sectionOfGrade('letters', 'secondary-2'),
      sectionOfGrade('stream-letters', 'secondary-4'),
    ]).toEqual(['', ''])
    expect([
      bacSectionOfGrade('stream-letters', 'secondary-2'),
      bacSectionOfGrade('letters', 'secondary-3'),
    ]).toEqual(['', 'letters'])
  })

  it('asks for a section from the second year of secondary school on, and keeps none for other grades', () => {
    expect(['secondary-1', 'secondary-3', '4', 'السنة الرابعة ثانوي (باكالوريا)'].map(hasSection)).toEqual([
      false,
      true,
      true,
      true,
    ])
    expect([sectionOfGrade('Lettres', 'secondary-4'), sectionOfGrade('letters', 'college-9')]).toEqual([
      'letters',
      '',
    ])
    expect(sectionOfGrade('toString', 'secondary-4')).toBe('')
  })

  it('names each subject of a level or section once', () => {
    const lists = [
      ...educationLevelKeys.map((level) => subjectsTaught(level, '')),
      ...Object.keys(schoolSections).map((section) => subjectsTaught('secondary', section)),
    ]
    for (const list of lists) {
      expect(list.every(isSubject)).toBe(true)
      expect(new Set(list).size).toBe(list.length)
    }
  })

  it('begins with the main subjects of the section', () => {
    expect(subjectsTaught('secondary', 'letters').slice(0, 3)).toEqual(['philosophy', 'history', 'geography'])
    expect(subjectsTaught('secondary', 'economics').slice(0, 2)).toEqual(['economics', 'management'])
    expect(subjectsTaught('primary', '')).toContain('science-awakening')
    expect(subjectsTaught('university', '')).toEqual([])
  })
})
