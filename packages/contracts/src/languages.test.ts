import { describe, expect, it } from '@jest/globals'
import { direction, isLanguage } from './languages.ts'
import { exportFileName } from './product.ts'

describe('languages', () => {
  it('Arabic is written from right to left, French and English from left to right', () => {
    expect([direction('ar'), direction('fr'), direction('en')]).toEqual(['rtl', 'ltr', 'ltr'])
  })

  it('others are not offered', () => {
    expect(isLanguage('de')).toBe(false)
    expect(isLanguage('ar')).toBe(true)
  })
})

describe('product', () => {
  it('an export is named by the product prefix, its content and the date', () => {
    expect(exportFileName('users', new Date('2025-08-18T23:30:00Z'))).toBe('darsi-users-2025-08-19.csv')
  })
})
