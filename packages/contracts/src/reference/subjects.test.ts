import { describe, expect, it } from '@jest/globals'
import {
  isSubject,
  offeredAs,
  parentSubjects,
  studentSubjects,
  subjectFrom,
  subjectLabel,
  teacherSubjects,
} from './subjects.ts'

const labels = (list: readonly (typeof studentSubjects)[number][]) =>
  list.map((each) => subjectLabel(each, 'en'))

describe('subjects', () => {
  it('teachers choose among the specification’s nine and the rest of the curriculum', () => {
    expect(labels(teacherSubjects.slice(0, 9)).join(', ')).toBe(
      'Mathematics, Physics, Natural Science, Computing, Arabic, French, English, Other language, Other subject(s)',
    )
    expect(teacherSubjects).toEqual(
      expect.arrayContaining(['history', 'geography', 'philosophy', 'economics', 'management', 'technology']),
    )
  })

  it('students have History, Geography, Philosophy, Economics, Adult Learning and Other besides', () => {
    const besides: readonly string[] = labels(studentSubjects.slice(9))
    for (const label of ['History', 'Geography', 'Philosophy', 'Economics', 'Adult Learning', 'Other'])
      expect(besides).toContain(label)
  })

  it('every subject that a learner may ask for can be offered', () => {
    for (const asked of [...studentSubjects, ...parentSubjects])
      expect(teacherSubjects).toContain(offeredAs(asked))
  })

  it('parents choose what is taught at school', () => {
    expect(parentSubjects).toEqual(teacherSubjects.filter((subject) => subject !== 'adult-learning'))
  })

  it.each(['physics', 'Sciences physiques', 'العلوم الفيزيائية'])('%s is read as physics', (text) => {
    expect(subjectFrom(text)).toBe('physics')
  })

  it.each(['mathematics', 'Mathematics', ' MATHÉMATIQUES ', 'الرياضيات'])(
    '%s is read as mathematics',
    (text) => {
      expect(subjectFrom(text)).toBe('mathematics')
    },
  )

  it('an unknown subject is refused, also by the name of an object method', () => {
    expect([subjectFrom('alchemy'), subjectFrom('toString'), isSubject('constructor')]).toEqual([
      null,
      null,
      false,
    ])
  })
})
