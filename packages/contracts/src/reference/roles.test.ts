import { describe, expect, it } from '@jest/globals'
import { isRole, isSelfRegistrationRole, roles } from './roles.ts'

describe('roles', () => {
  it('are the five of the specification', () => {
    expect([...roles].sort()).toEqual(['admin', 'parent', 'student', 'super-admin', 'teacher'])
    expect(isRole('super-admin')).toBe(true)
    expect(isRole('superadmin')).toBe(false)
  })

  it('nobody registers as a super-admin', () => {
    expect(isSelfRegistrationRole('super-admin')).toBe(false)
    expect(['student', 'teacher', 'parent', 'admin'].every(isSelfRegistrationRole)).toBe(true)
  })
})
