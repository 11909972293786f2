import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { delegations } from '../../reference/places/delegations.ts'
import {
  isEmail,
  isMinor,
  normaliseEmail,
  normalisePhone,
  parseServiceRadius,
  registrationProblems,
  resolveLocation,
} from './registration-rules.ts'

const valid = {
  fullName: 'Amina Ben Salah',
  email: 'amina@example.tn',
  phone: '+216 20 123 456',
  password: 'correct horse',
  userType: 'student',
  location: { governorate: 'Sousse' },
}
const codes = (change: object) => registrationProblems({ ...valid, ...change }).map(({ code }) => code)

describe('registration step 1', () => {
  it('a complete form has no problem', () => {
    expect(registrationProblems(valid)).toEqual([])
  })

  it('an empty form breaks every rule in the order of the specification', () => {
    expect(registrationProblems({})).toEqual([
      { path: 'fullName', code: 'full-name-required' },
      { path: 'email', code: 'email-invalid' },
      { path: 'phone', code: 'phone-invalid' },
      { path: 'password', code: 'password-too-short' },
      { path: 'userType', code: 'role-required' },
      { path: 'location.governorate', code: 'governorate-required' },
    ])
  })

  it.each([
    [{ fullName: '   ' }, 'full-name-required'],
    [{ email: 'amina' }, 'email-invalid'],
    [{ email: 'amina@localhost' }, 'email-invalid'],
    [{ phone: '+216' }, 'phone-invalid'],
    [{ phone: '20 123 456' }, 'phone-invalid'],
    [{ password: '1234567' }, 'password-too-short'],
    [{ password: 'x'.repeat(14), userType: 'admin' }, 'admin-password-too-short'],
    [{ password: 'x'.repeat(129) }, 'password-too-long'],
    [{ userType: 'super-admin' }, 'role-required'],
    [{ location: { governorate: ' ' } }, 'governorate-required'],
    [{ location: { governorate: 'Atlantis' } }, 'governorate-unknown'],
    [{ location: { governorate_id: 25 } }, 'governorate-unknown'],
    [{ location: { governorate: 'Sousse', governorate_id: 1 } }, 'governorate-unknown'],
    [{ location: { governorate: 'Sousse', delegation: 'La Marsa' } }, 'delegation-unknown'],
    [{ location: { governorate_id: 12, delegation_id: 17 } }, 'delegation-unknown'],
    [{ location: { governorate: 'Sousse', service_radius: 0 } }, 'service-radius-invalid'],
    [{ location: { governorate: 'Sousse', service_radius: 51 } }, 'service-radius-invalid'],
    [{ location: { governorate: 'Sousse', service_radius: Number.NaN } }, 'service-radius-invalid'],
  ])('%j is refused: %s', (change, code) => {
    expect(codes(change)).toEqual([code])
  })

  it.each([
    { password: '12345678' },
    { password: 'x'.repeat(15), userType: 'admin' },
    { password: 'x'.repeat(128) },
    { password: '🔑'.repeat(128) },
    { location: { governorate: 'Sousse', governorate_id: 12, delegation: 'M’saken', delegation_id: 3 } },
    { location: { governorate: 'سوسة', delegation: 'مساكن', service_radius: 50 } },
    { location: { governorate_id: 24, delegation_id: null, service_radius: 1 } },
  ])('%j is accepted', (change) => {
    expect(codes(change)).toEqual([])
  })

  it('four emojis are not eight characters', () => {
    expect(codes({ password: '🔑🔑🔑🔑' })).toEqual(['password-too-short'])
  })
})

describe('location', () => {
  it('every delegation is resolved by its ids and by its names', () => {
    fc.assert(
      fc.property(fc.constantFrom(...delegations), ({ id, governorateId, name }) => {
        const found = { governorateId, delegationId: id }
        expect(resolveLocation({ governorate_id: governorateId, delegation_id: id })).toEqual(found)
        expect(resolveLocation({ governorate_id: governorateId, delegation: name.ar })).toEqual(found)
      }),
    )
  })

  it('an unknown id is null and never 1', () => {
    expect(resolveLocation({ governorate: 'Tunis', delegation: 'Nowhere' })).toEqual({
      governorateId: 1,
      delegationId: null,
    })
    expect(resolveLocation({})).toEqual({ governorateId: null, delegationId: null })
  })

  it('a radius that is no number becomes 0, an empty one is none', () => {
    expect(['abc', '', ' ', '12'].map(parseServiceRadius)).toEqual([0, null, null, 12])
  })
})

describe('phone', () => {
  it.each([
    '+216 20 123 456',
    '+21620123456',
    ' +216 2 0 1 2 3 4 5 6 ',
    '\u200e+216\u00a020123456',
    '+216٢٠١٢٣٤٥٦',
  ])('%j is +21620123456', (phone) => {
    expect(normalisePhone(phone)).toBe('+21620123456')
  })

  it.each([
    '',
    '+216',
    '+2162012345',
    '+216201234567',
    '21620123456',
    '+33612345678',
    '+216 20-123-456',
    '+216abcdefgh',
  ])('%j is refused', (phone) => {
    expect(normalisePhone(phone)).toBeNull()
  })

  it('spaces anywhere among the digits change nothing', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(digits, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (number, gaps) => {
        const spaced = number.map((digit, at) => (gaps[at] ? ` ${digit}` : digit)).join('')
        expect(normalisePhone(`+216${spaced}`)).toBe(`+216${number.join('')}`)
        expect(normalisePhone(`+216${spaced}1`)).toBeNull()
      }),
    )
  })
})

describe('e-mail', () => {
  it.each(['a@b.tn', 'First.Last+tag@Sub.Example.COM', "o'neil@example.org", 'x@xn--mgbaa2be1a.tn'])(
    '%s is one',
    (email) => {
      expect(isEmail(email)).toBe(true)
    },
  )

  it.each([
    '',
    '@',
    'a@',
    '@b.tn',
    'a@b',
    'a@@b.tn',
    'a b@c.tn',
    'a..b@c.tn',
    '.a@c.tn',
    'a@c..tn',
    'a@-c.tn',
    'a@c.t',
    'a@c.tn\nBcc: x@y.z',
  ])('%j is none', (email) => {
    expect(isEmail(email)).toBe(false)
  })

  it('normalising is done once and keeps validity', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(normaliseEmail(normaliseEmail(` ${email}\u200f`))).toBe(normaliseEmail(email))
        expect(isEmail(` ${email} `)).toBe(isEmail(email))
      }),
    )
  })

  it.each([
    ['info@مثال.إختبار', 'info@xn--mgbh0fb.xn--kgbechtv'],
    ['amal@münchen.example', 'amal@xn--mnchen-3ya.example'],
    ['amal@ｅｘａｍｐｌｅ.tn', 'amal@example.tn'],
    ['amal@écoles。tn', 'amal@xn--coles-9ra.tn'],
  ])('a domain with letters of any script is one address: %s', (typed, mailed) => {
    expect([normaliseEmail(typed), normaliseEmail(mailed), isEmail(typed)]).toEqual([mailed, mailed, true])
  })

  it.each(['amal@exa mple.téléphone', 'amal@é', 'amal@é..tn', 'amal@１２７.0.0.1', 'amal@é@b.tn'])(
    'a domain that is none is refused: %s',
    (typed) => expect(isEmail(typed)).toBe(false),
  )

  it('a hostile length is judged at once', () => {
    expect(isEmail(`${'a.'.repeat(50_000)}@${'b-'.repeat(50_000)}`)).toBe(false)
    // a backtracking expression would take hours
  }, 10_000)
})

describe('a minor', () => {
  const today = new Date('2025-06-01T12:00:00Z')
  it.each([
    ['primary', null, true],
    ['primary', 1980, true],
    ['college', 1980, true],
    ['secondary', null, true],
    ['secondary', 2008, true],
    ['secondary', 2006, false],
    ['university', null, false],
    ['university', 2009, true],
    ['other', null, true],
    ['other', 1999, false],
    ['', 2010, true],
    ['', null, true],
  ])('level %s, born %s: %s', (educationLevel, birthYear, expected) => {
    expect(isMinor({ educationLevel, birthYear, today })).toBe(expected)
  })

  it('a person who turns 18 this year stays a minor until the end of the year in Tunis', () => {
    const person = { educationLevel: 'university', birthYear: 2007 }
    expect(isMinor({ ...person, today: new Date('2025-12-31T22:59:59Z') })).toBe(true)
    expect(isMinor({ ...person, today: new Date('2025-12-31T23:00:00Z') })).toBe(false)
  })
})
