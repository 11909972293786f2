import { describe, expect, it } from '@jest/globals'
import { dashboardPath, isAdmin, isRole, isSelfRegistrationRole, roles } from './roles.ts'

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

  it('admins and super-admins are administrators', () => {
    expect(roles.filter(isAdmin)).toEqual(['admin', 'super-admin'])
    expect(isAdmin(undefined)).toBe(false)
  })

  it('have one dashboard each (spec §2)', () => {
    expect(dashboardPath['super-admin']).toBe('/superadmin/dashboard')
    expect(dashboardPath.teacher).toBe('/teacher/dashboard')
  })
})
