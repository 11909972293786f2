import { describe, expect, it } from '@jest/globals'
import { childOf } from './child.ts'

const registered = {
  childName: 'Yassine',
  childAge: 9,
  childEducationLevel: 'primary',
  childGrade: 'primary-3',
  schoolType: 'Public',
  educationalProgram: 'other',
  otherEducationalProgram: 'Montessori',
  tutoringSubjects: ['mathematics', 'Arabic', 'Chess'],
}

describe('the child given at registration', () => {
  it('is shown in the language of the page, from keys or labels', () => {
    expect(childOf(registered, 'fr')).toEqual({
      name: 'Yassine',
      age: 9,
      level: 'Primaire',
      grade: '3ème année primaire',
      schoolType: 'Public',
      program: 'Montessori',
      subjects: ['Mathématiques', 'Arabe', 'Chess'],
    })
  })

  it('is nobody when a guardian registered without one', () => {
    expect(childOf({ childName: ' ', childAge: null }, 'en')).toBeNull()
    expect(childOf({}, 'en')).toBeNull()
  })
})
