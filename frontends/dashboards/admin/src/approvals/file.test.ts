import { describe, expect, it } from '@jest/globals'
import { gapsOf } from './file.ts'

const teacher = {
  role: 'teacher',
  emailVerified: true,
  phone: '+216 20 123 456',
  location: 'Sfax Ville, Sfax',
  employment: { status: 'independent', declaredAt: '2026-01-02T13:05:00Z' },
} as const

describe('the file of a registration', () => {
  it('is complete with a confirmed address, a phone, a place and an employment status', () => {
    expect(gapsOf(teacher)).toEqual([])
  })

  it('of a teacher of a public school is looked at by itself', () => {
    expect(gapsOf({ ...teacher, employment: { ...teacher.employment, status: 'public-school' } })).toEqual([
      'authorisation',
    ])
  })

  it('names each gap', () => {
    expect(gapsOf({ ...teacher, emailVerified: false, phone: '', location: '', employment: null })).toEqual([
      'email',
      'phone',
      'location',
      'employment',
    ])
  })

  it('needs no employment status of an administrator', () => {
    expect(gapsOf({ ...teacher, role: 'admin', employment: null })).toEqual([])
  })
})
