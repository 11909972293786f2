import { direction, languages } from '@darsi/contracts/reference/languages.ts'
import { describe, expect, it } from '@jest/globals'
import { momentIn } from './moment.ts'
import { render } from './render.ts'
import { mailKinds, noticeKinds, texts } from './texts.ts'

const params = {
  name: 'Amal',
  support: 'support@example.tn',
  reason: 'x',
  device: 'y',
  reference: '3D0A8F7E',
  category: 'Billing',
  userType: 'Parent',
  email: 'a@b.tn',
  phone: '1',
  due: 'today',
  message: 'one\ntwo',
  answer: 'three\nfour',
  text: 'five\nsix',
  student: 'Amina',
  writtenOn: '24 November 2026',
  teacher: 'Karim',
  subject: 'Physics',
  note: 'z',
  from: 'Karim',
  when: 'today at 9',
  before: 'yesterday at 9',
  until: 'tomorrow at 9',
  lessons: '3 lessons',
  minutes: '60',
  place: 'Tunis',
  company: 'others',
  change: 'until 4 hours before',
  rating: '5',
  child: 'Adam',
  guardian: 'Nour',
  governorate: 'Sousse',
  day: '24 November',
  found: 'a phone number',
  investigateBy: 'tomorrow',
  severity: 'high',
  stage: 'no answer',
  notes: 'bring the book',
  alternatives: 'Nour, Sami',
  document: 'diploma',
  learners: '3',
  days: '30',
}
const link = 'https://darsi.example/verify-email?token=abc#email=a%40b.tn'

describe('every mail in every language', () => {
  it.each(mailKinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
    '%s in %s has a subject, a text and HTML without a gap',
    (kind, language) => {
      const { subject, text, html } = render({ kind, language, params, link })
      expect(subject.length).toBeGreaterThan(3)
      for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\w+\}|undefined/)
      expect(html).toContain(`dir="${direction(language)}"`)
    },
  )
})

it('a mail in two languages has both subjects, both links and both directions', () => {
  const also = { language: 'fr' as const, link: 'https://darsi.example/fr/guardian?token=abc' }
  const arabic = 'https://darsi.example/ar/guardian?token=abc'
  const { subject, text, html } = render({
    kind: 'guardian-invited',
    language: 'ar',
    params,
    link: arabic,
    also,
  })
  for (const language of ['ar', 'fr'] as const) {
    const alone = render({ kind: 'guardian-invited', language, params })
    expect(subject).toContain(alone.subject)
  }
  for (const part of [text, html]) for (const link of [arabic, also.link]) expect(part).toContain(link)
  expect(html).toMatch(/dir="rtl" lang="ar"[\s\S]*dir="ltr" lang="fr"/)
})

describe('every notification in every language', () => {
  it.each(languages)('has a title and a body in %s', (language) => {
    for (const kind of noticeKinds) {
      const { title, body } = texts[language].notices[kind]
      expect([title, body].every((text) => text.length > 3)).toBe(true)
    }
  })
})

describe('what a person wrote', () => {
  const mail = { kind: 'account-suspended', language: 'en', link } as const

  it('cannot bring markup into a mail', () => {
    const { html } = render({
      ...mail,
      params: { ...params, name: '<img src=x onerror=alert(1)>', reason: '"><script>' },
    })
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script')
  })

  it('cannot bring a second line into a header', () => {
    const { subject } = render({ ...mail, params: { ...params, name: 'A\r\nBcc: other@example.tn' } })
    expect(subject).not.toMatch(/[\r\n]/)
  })

  it('is shown without becoming a link', () => {
    const { text, html } = render({ ...mail, params: { ...params, name: 'Win at https://evil.example/x' } })
    for (const part of [text, html]) expect(part).not.toMatch(/evil\.example|https:\/\/evil/)
  })

  it('keeps its lines', () => {
    expect(render({ ...mail, kind: 'contact-forwarded', params }).html).toContain('one<br>two')
  })

  it('is left out with its line when there is none', () => {
    expect(render({ ...mail, params: { ...params, reason: '' } }).text).not.toContain('Reason')
  })

  it('is shown as it was written in the text', () => {
    expect(render({ ...mail, params: { ...params, reason: 'a < b & c' } }).text).toContain('a < b & c')
  })
})

describe('the link of a mail', () => {
  it('is unchanged in the text part, and escaped in the HTML part', () => {
    const { text, html } = render({ kind: 'verify-email', language: 'fr', params, link })
    expect(text).toContain(link)
    expect(html).toContain(link.replaceAll('&', '&amp;'))
  })
})

it.each(languages)('a time of a mail has 24 hours in %s', (language) => {
  for (const style of ['medium', 'full'] as const)
    expect(momentIn(language, '2026-03-01T13:00:00.000Z', style)).toMatch(/14:00$/)
})

describe('a person whose account was erased', () => {
  it.each(languages)('is named as a former one in %s', (language) => {
    const { student, guardian } = texts[language].former
    const shown = (kind: 'connection-ended' | 'guardian-left', empty: Record<string, string>) => {
      const { subject, text } = render({ kind, language, params: { ...params, ...empty } })
      return `${subject}\n${text}`
    }
    expect(shown('connection-ended', { student: '' })).toContain(student)
    expect(shown('guardian-left', { guardian: '' })).toContain(guardian)
  })

  it('leaves no comma before a title without a name', () => {
    const { text } = render({ kind: 'lesson-booked', language: 'en', params: { ...params, name: '' } })
    expect(text).toMatch(/^A lesson is booked/)
  })
})

it('the subject of a guardian’s invitation begins in Arabic and has at most 60 characters', () => {
  for (const student of ['Amina', 'Mohamed Amine', 'عبد الرحمان']) {
    const mail = {
      kind: 'guardian-invited',
      language: 'ar',
      params: { student },
      also: { language: 'fr' },
    } as const
    const { subject } = render(mail)
    expect(subject).toMatch(/^[\u0600-\u06ff]/)
    expect(subject.length).toBeLessThanOrEqual(60)
  }
})

it('a mail names the operator below, in text and HTML', () => {
  const { text, html } = render({ kind: 'welcome', language: 'en', params, link }, 'Darsi SARL, Tunis')
  expect(text).toMatch(/\nDarsi SARL, Tunis$/)
  expect(html).toContain('<bdi>Darsi SARL, Tunis</bdi>')
})

it('a French mail has a space before the colon of a link, at which no line of its HTML breaks', () => {
  const { text, html } = render({ kind: 'guardian-invited', language: 'fr', params, link })
  expect(text).toMatch(/Accepter et continuer\s:\n/)
  expect(html).toContain('copiez cette adresse\u00a0:')
})
