import { describe, expect, it } from '@jest/globals'
import { registrationProblems } from '../registration/registration-rules.ts'
import { roleProblems } from '../registration/role-data-rules.ts'
import { line, text } from '../schemas.ts'
import { contactProblems } from './contact.ts'
import { isInvisible, visibleLine, visibleText } from './visible.ts'

const marks = [
  0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a,
  0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0x206f, 0x2800, 0x3164, 0xfe0f,
  0xfeff, 0xffa0, 0xfff9, 0xe0041,
  // half of an emoji
  0xd83d, 0xdc00,
].map((code) => [code.toString(16), String.fromCodePoint(code)] as const)

describe('an invisible or direction-turning mark', () => {
  it.each(marks)('U+%s is taken out of a name', (_, mark) => {
    expect(line(40, 'everyone').parse(`${mark}Am${mark}al${mark}`)).toBe('Amal')
  })

  it.each(marks)('U+%s alone is no name', (_, mark) => {
    const name = ` ${mark}\u00a0${mark}`
    expect(isInvisible(name)).toBe(true)
    expect(registrationProblems({ fullName: name }).map(({ code }) => code)).toContain('full-name-required')
    const child = { childName: name, childAge: 9, childEducationLevel: 'primary' }
    expect(roleProblems('parent', child, new Date()).map(({ code }) => code)).toContain('child-name-required')
    const contact = { name, email: 'a@b.tn', userType: 'parent', subject: 'general', message: name }
    expect(contactProblems(contact).map(({ path }) => path)).toEqual(['name', 'message'])
  })

  it('is taken out of what holds several lines, except where emoji and Arabic punctuation need it', () => {
    expect(text(99, 'everyone').parse('a\u202eb\u2066c\u200bd\ne')).toBe('abcd\ne')
    const family = '👨‍👩‍👧 ❤️ (\u200fنعم)'
    expect(visibleText(family)).toBe(family)
    expect(text(99, 'everyone').parse('\u200d \u200f')).toBe('')
  })
})

describe('a name', () => {
  it.each([
    ['Persian with ZWNJ inside the word', 'علی‌رضا'],
    ['Sinhala with ZWJ', 'ශ්‍රී'],
    ['Arabic', 'محمّد الأمين'],
    ['French', 'Anaïs-Zoé d’Aubigné'],
    ['Tifinagh', 'ⵎⵓⵃⵎⵎⴷ'],
    ['ideographs beyond the basic plane', '𠮷野'],
  ])('%s stays as it is', (_, name) => {
    expect(visibleLine(name)).toBe(name)
    expect(isInvisible(name)).toBe(false)
  })

  it('loses a joiner that joins nothing', () => {
    expect(visibleLine('\u200cعلي\u200d \u200cرضا')).toBe('علي رضا')
    expect(visibleLine('Am\u200dal')).toBe('Amal')
  })

  it('of accents alone is none', () => {
    expect(isInvisible('\u0301\u064b')).toBe(true)
  })

  it('stays one line', () => {
    expect(visibleLine('Amal\u2028Ben')).toBe('Amal Ben')
  })
})
