import { describe, expect, it } from '@jest/globals'
import { pressingOf, rowOf } from './connection-row.ts'

const requestedAt = '2026-11-18T09:00:00Z'
const after = (hours: number) => new Date(Date.parse(requestedAt) + hours * 3600 * 1000).toISOString()
const noFlags: string[] = []
const plain = {
  status: 'pending',
  flags: noFlags,
  needs: { teacher: 'waiting', guardian: 'none', admin: 'none' },
  requestedAt,
  at: requestedAt,
} as const
const minor = { ...plain, needs: { teacher: 'waiting', guardian: 'waiting', admin: 'waiting' } } as const

describe('the priority of a request', () => {
  it('rises when it waits for an administrator, when it is flagged, and after 48 hours', () => {
    expect(pressingOf(plain)).toBe(0)
    expect(pressingOf(minor)).toBe(1)
    expect(pressingOf({ ...minor, flags: ['contact-details'] })).toBe(2)
    expect(pressingOf({ ...minor, at: after(47.9) })).toBe(1)
    expect(pressingOf({ ...plain, at: after(48) })).toBe(3)
  })

  it('stays when a party agrees after the 48 hours', () => {
    const agreed = { ...minor.needs, teacher: 'agreed', guardian: 'agreed' } as const
    expect(pressingOf({ ...minor, needs: agreed, at: after(50) })).toBe(3)
  })

  it('falls once an administrator has agreed or it is decided', () => {
    const needs = { ...minor.needs, admin: 'agreed' } as const
    expect(pressingOf({ ...minor, needs, flags: ['contact-details'], at: after(50) })).toBe(0)
    expect(pressingOf({ ...minor, status: 'declined', at: after(50) })).toBe(-1)
  })
})

it('the list shows the first name of a minor, with its particle', () => {
  const person = { email: '', language: 'ar' } as const
  const { studentName } = rowOf(
    {
      id: 'e',
      producer: 'users',
      subject: 'c',
      sequence: 1,
      time: requestedAt,
      type: 'connection.requested',
      data: {
        ...minor,
        decidedAt: null,
        connectionId: 'c',
        teacherId: 't',
        studentId: 's',
        requesterId: 's',
        guardianIds: ['p'],
        subject: 'mathematics',
        minor: true,
        learnerBirthYear: 2012,
      },
      personal: {
        student: { ...person, fullName: 'عبد الله الجزيري' },
        teacher: { ...person, fullName: 'Sami Trabelsi' },
        guardians: [],
        message: '',
        note: '',
      },
    },
    false,
  )
  expect(studentName).toBe('عبد الله')
})
