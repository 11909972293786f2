import { describe, expect, it } from '@jest/globals'
import {
  isSubject,
  parentSubjects,
  studentSubjects,
  subjectFrom,
  subjectLabel,
  teacherSubjects,
} from './subjects.ts'

const labels = (list: readonly (typeof studentSubjects)[number][]) =>
  list.map((each) => subjectLabel(each, 'en'))

describe('subjects', () => {
  it('teachers choose among nine', () => {
    expect(labels(teacherSubjects).join(', ')).toBe(
      'Mathematics, Physics, Natural Science, Computing, Arabic, French, English, Other language, Other subject(s)',
    )
  })

  it('students have History, Geography, Philosophy, Economics, Adult Learning and Other besides', () => {
    expect(labels(studentSubjects.slice(teacherSubjects.length)).join(', ')).toBe(
      'History, Geography, Philosophy, Economics, Adult Learning, Other',
    )
    expect(studentSubjects.slice(0, 9)).toEqual(teacherSubjects)
  })

  it('parents choose from the list of the teachers', () => {
    expect(parentSubjects).toEqual(teacherSubjects)
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
