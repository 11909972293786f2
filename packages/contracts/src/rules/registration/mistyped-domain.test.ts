import { expect, it } from '@jest/globals'
import { probablyMeant } from './mistyped-domain.ts'

it.each([
  ['amal@gmial.com', 'amal@gmail.com'],
  ['amal@gmail.con', 'amal@gmail.com'],
  ['amal@gmai.com', 'amal@gmail.com'],
  ['amal@gmaill.com', 'amal@gmail.com'],
  ['Amal@GMAIL.COm', null],
  ['amal@gmail.com', null],
  ['amal@hotmial.fr', 'amal@hotmail.fr'],
  ['amal@yaho.fr', 'amal@yahoo.fr'],
  ['amal@outlok.com', 'amal@outlook.com'],
  ['amal@topnet.tm', 'amal@topnet.tn'],
  ['amal@mail.com', null],
  ['amal@enis.tn', null],
  ['amal@', null],
  ['gmial.com', null],
  ['', null],
])('%s: %s', (typed, meant) => {
  expect(probablyMeant(typed)).toBe(meant)
})
