import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { inOwnLanguages } from './own-language.ts'

const [teacher, guardian, student] = [randomUUID(), randomUUID(), randomUUID()] as const
const person = (fullName: string) => ({ email: `${fullName}@example.tn`, fullName, language: 'en' as const })
const chosen = async (id: string) => (id === teacher || id === guardian ? ('ar' as const) : null)

describe('the language of a recipient', () => {
  it('is the chosen one for every person whose account is known, whatever the event says', async () => {
    const event = {
      data: { teacherId: teacher, studentId: student },
      personal: {
        teacher: person('Karim'),
        student: person('Amina'),
        guardians: [{ userId: guardian, ...person('Salma') }],
        place: 'Tunis',
      },
    }
    const { personal } = await inOwnLanguages(event, chosen)
    expect(personal.teacher.language).toBe('ar')
    expect(personal.guardians[0]?.language).toBe('ar')
    expect(personal.student?.language).toBe('en')
    expect(personal.place).toBe('Tunis')
  })

  it('is the one of the family whose place is offered, not of the teacher', async () => {
    const event = {
      data: { teacherId: teacher, requesterId: student },
      personal: { ...person('Amina'), teacherName: 'Karim' },
    }
    expect((await inOwnLanguages(event, chosen)).personal.language).toBe('en')
    const familyChose = async (id: string) => (id === student ? ('fr' as const) : chosen(id))
    expect((await inOwnLanguages(event, familyChose)).personal.language).toBe('fr')
  })

  it('stays the one of the event for an address without an account', async () => {
    const event = {
      data: { invitationId: randomUUID(), studentId: guardian, expiresAt: '' },
      personal: { email: 'a@example.tn', studentName: 'Amina', language: 'fr', token: 't' },
    }
    expect((await inOwnLanguages(event, chosen)).personal.language).toBe('fr')
  })
})
