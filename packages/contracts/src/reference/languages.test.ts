import { describe, expect, it } from '@jest/globals'
import { exportFileName } from '../texts/product.ts'
import { direction, isLanguage, pathIn, placeOf } from './languages.ts'

describe('languages', () => {
  it('Arabic is written from right to left, French and English from left to right', () => {
    expect([direction('ar'), direction('fr'), direction('en')]).toEqual(['rtl', 'ltr', 'ltr'])
  })

  it('others are not offered', () => {
    expect(isLanguage('de')).toBe(false)
    expect(isLanguage('ar')).toBe(true)
  })
})

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

describe('product', () => {
  it('an export is named by the product prefix, its content and the date', () => {
    expect(exportFileName('users', new Date('2025-08-18T23:30:00Z'))).toBe('darsi-users-2025-08-19.csv')
  })
})
