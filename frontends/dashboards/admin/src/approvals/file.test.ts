import { describe, expect, it } from '@jest/globals'
import { gapsOf } from './file.ts'

const teacher = {
  role: 'teacher',
  emailVerified: true,
  phone: '+216 20 123 456',
  location: 'Sfax Ville, Sfax',
  employment: { status: 'independent', declaredAt: '2026-01-02T13:05:00Z' },
  missing: [],
} as const

describe('the completeness of a registration', () => {
  it('needs a confirmed address, a phone, a place and an employment status', () => {
    expect(gapsOf(teacher)).toEqual([])
  })

  it('excludes teachers of public schools, who are reviewed one by one', () => {
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

  it('needs what the operator requires, so that no bulk approval is refused', () => {
    expect(gapsOf({ ...teacher, missing: ['identity', 'diploma'] })).toEqual(['identity', 'diploma'])
    expect(gapsOf({ ...teacher, emailVerified: false, missing: ['address'] })).toEqual(['email'])
  })

  it('needs no employment status for an administrator', () => {
    expect(gapsOf({ ...teacher, role: 'admin', employment: null })).toEqual([])
  })
})
