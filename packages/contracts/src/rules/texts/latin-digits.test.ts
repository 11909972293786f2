import { expect, it } from '@jest/globals'
import { latinDigits } from './latin-digits.ts'

it.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['full width', '０１２３４５６７８９'],
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Latin', '0123456789'],
])('%s digits are read', (_script, digits) => {
  expect(latinDigits(digits)).toBe('0123456789')
})

it('other characters stay', () => {
  expect(latinDigits('+٢١٦ (20) ½ IV ²')).toBe('+216 (20) ½ IV ²')
})
