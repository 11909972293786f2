import { describe, expect, it } from '@jest/globals'
import { weaknessOf } from './strength.ts'

const about = ['Amal Ben Salah', 'amal.bensalah@example.tn']

describe('a password', () => {
  it.each([
    ['password1', 'password-common'],
    // the word list is case sensitive
    ['Passw0rd', 'password-common'],
    ['Sousse2024!', 'password-personal'],
    ['darsi-2026', 'password-personal'],
    ['BenSalah99', 'password-personal'],
    ['Tataouine!', 'password-personal'],
    ['تطاوين2026', 'password-personal'],
    ['zqzqzqzqzqzq', 'password-guessable'],
    ['aB1$'.repeat(32), 'password-guessable'],
    ['azertyuiop1', 'password-guessable'],
  ] as const)('%s is refused: %s', (password, weakness) => {
    expect(weaknessOf(password, about)).toBe(weakness)
  })

  it.each([
    'un-figuier-et-2-chaises',
    'correct horse battery staple',
    'مرحبا بكم في بيتنا القديم',
    'Olive-Tree-42-Sfax-Rain',
    'kV9#mm2!qz',
    '🍋🍋🌊 limonade du soir',
  ])('%s is fine', (password) => {
    expect(weaknessOf(password, about)).toBeNull()
  })

  it('is not the own address, however short its words are', () => {
    for (const email of ['al.ben@go.com.tn', 'a-b-c-d@e-f.co', 'amal.bensalah@example.tn'])
      for (const password of [email, email.toUpperCase(), `${email}1!`])
        expect([password, weaknessOf(password, ['Al', email])]).toEqual([password, 'password-personal'])
    // a short name must not match inside every password
    expect(weaknessOf('salad-x12-Zt', ['Al', 'al.ben@go.com.tn'])).toBeNull()
  })

  it('counts all of its letters: 64 random bits at the end of 128 characters are enough', () => {
    for (const bits of ['9f3c1ab07d5e26c8', 'kV9mm2qzR7x', '4071935520864139751'])
      expect(weaknessOf('a'.repeat(128 - bits.length) + bits, about)).toBeNull()
    expect(weaknessOf(`${'a'.repeat(127)}b`, about)).toBe('password-guessable')
  })

  it('is judged in little time, whatever its length', () => {
    for (const password of [
      '12345678a'.repeat(14),
      'aB1$x'.repeat(25),
      '\u0628\u0629\u062a'.repeat(42),
      `${'ab'.repeat(63)}a`,
    ]) {
      expect(weaknessOf(password.slice(0, 128), about)).toBe('password-guessable')
    }
    // a mistake in the search would take hours
  }, 10_000)
})
