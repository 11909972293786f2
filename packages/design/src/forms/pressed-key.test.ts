import { describe, expect, it } from '@jest/globals'
import { pressedKey } from './pressed-key.ts'

const press = (key: string, code: string, shiftKey = false) => pressedKey({ key, code, shiftKey })

describe('the key of a shortcut', () => {
  it('is the place of the key on an Arabic keyboard', () => {
    expect(press('ش', 'KeyA')).toBe('a')
    expect(press('ت', 'KeyJ')).toBe('j')
    expect(press('ة', 'KeyM')).toBe('m')
    expect(press('ظ', 'Slash')).toBe('/')
    expect(press('؟', 'Slash', true)).toBe('?')
  })

  it('is the letter on a Latin keyboard, also where the letters have other places', () => {
    expect(press('A', 'KeyA', true)).toBe('a')
    expect(press('q', 'KeyA')).toBe('q')
    expect(press('a', 'KeyQ')).toBe('a')
    expect(press('!', 'Slash')).toBe('!')
  })
})
