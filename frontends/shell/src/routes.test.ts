import { languages } from '@darsi/contracts/reference/languages.ts'
import { dashboardPath, roles } from '@darsi/contracts/reference/roles.ts'
import { describe, expect, it } from '@jest/globals'
import { appRoutes } from './app-routes.ts'
import { loadPage } from './public/page-loader.ts'
import { notFoundRoute, publicRoutes } from './routes.ts'

describe('routes', () => {
  it('spec §2: contain every public page', () => {
    for (const path of [
      '/',
      '/how-it-works',
      '/about',
      '/services',
      '/teacher-opportunities',
      '/for-students',
      '/contact',
      '/privacy',
      '/terms',
      '/child-safety',
      '/registration',
      '/login',
      '/forgot-password',
      '/verify-email',
    ]) {
      expect(publicRoutes).toHaveProperty([path])
    }
  })

  it('spec §2: admit the roles of the table to every dashboard', () => {
    expect(appRoutes['/admin/dashboard'].allowed).toEqual(['admin', 'super-admin'])
    for (const role of roles)
      expect(appRoutes[dashboardPath[role]]).toHaveProperty('allowed', expect.arrayContaining([role]))
  })

  it.each([...Object.entries(publicRoutes), ['not found', notFoundRoute] as const])(
    '%s has a title and a description in every language',
    async (_, route) => {
      const { head } = await loadPage(route)
      for (const language of languages) {
        const { title, description } = head(language)
        expect([title, description]).not.toContain('title')
        expect(title.length).toBeGreaterThan(1)
        expect(description.length).toBeGreaterThan(20)
      }
    },
  )
})
