import { pathIn } from '@darsi/contracts/languages.ts'
import { describe, expect, it } from '@jest/globals'
import { placeOf } from './paths.ts'

describe('addresses', () => {
  it('English has no prefix, French and Arabic have theirs', () => {
    expect([pathIn('en', '/about'), pathIn('fr', '/about'), pathIn('ar', '/')]).toEqual([
      '/about',
      '/fr/about',
      '/ar',
    ])
  })

  it('an address says its language and page', () => {
    expect(placeOf('/')).toEqual({ language: 'en', path: '/' })
    expect(placeOf('/ar')).toEqual({ language: 'ar', path: '/' })
    expect(placeOf('/fr/about/')).toEqual({ language: 'fr', path: '/about' })
    expect(placeOf('/en/about')).toEqual({ language: 'en', path: '/en/about' })
    expect(placeOf('/friends')).toEqual({ language: 'en', path: '/friends' })
  })
})
