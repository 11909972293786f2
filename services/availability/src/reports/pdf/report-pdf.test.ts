import { describe, expect, it } from '@jest/globals'
import { reportPdf } from './report-pdf.ts'
import { readsFromRight, visualRuns } from './visual-runs.ts'

const drawn = (line: string, isRightToLeft: boolean) =>
  visualRuns(line, isRightToLeft).map(({ text }) => text)

describe('a line of the PDF', () => {
  it('in Latin letters is not changed', () => {
    expect(visualRuns('Page 12 (œuvre, Łódź)', false)).toEqual([
      { text: 'Page 12 (œuvre, ', face: 'latin' },
      { text: 'Ł', face: 'latin-ext' },
      { text: 'ód', face: 'latin' },
      { text: 'ź', face: 'latin-ext' },
      { text: ')', face: 'latin' },
    ])
  })

  it('in Arabic begins on the right, with its numbers the right way round', () => {
    expect(drawn('صفحة 45', true)).toEqual(['45', ' ', 'صفحة'])
  })

  it('mirrors brackets in Arabic text', () => {
    expect(drawn('درس (صفحة)', true)).toEqual(['(', 'صفحة', ') ', 'درس'])
  })

  it('keeps a Latin word in an Arabic line readable, and an Arabic one in a Latin line', () => {
    expect(drawn('درس Pythagore اليوم', true)).toEqual(['اليوم', ' ', 'Pythagore', ' ', 'درس'])
    expect(drawn('Say مرحبا بكم now', false)).toEqual(['Say ', 'بكم', ' ', 'مرحبا', ' now'])
  })

  it.each([
    ['Très bien.', true, false],
    ['1. Très bien', true, false],
    ['عمل جيد', false, true],
    ['12 ½', true, true],
  ])('%j that a person wrote has the direction of its first letter', (text, page, fromRight) => {
    expect(readsFromRight(text, page)).toBe(fromRight)
  })

  it('in French keeps its full stop at its end, also in a report in Arabic', () => {
    expect(drawn('Très bien.', readsFromRight('Très bien.', true)).join('')).toBe('Très bien.')
  })

  it('shows `?` for a letter that no font has, and drops direction marks', () => {
    expect(drawn('ok \u{1F600}\u202e!', false).join('')).toBe('ok ?!')
  })
})

describe('the PDF of a progress report', () => {
  const report = {
    id: 'r',
    sessionId: 'r',
    childId: null,
    studentName: 'آدم',
    teacherName: 'Karim Demo',
    subject: 'mathematics',
    date: '2026-11-23',
    topics: 'الكسور',
    effort: 4,
    homework: '',
    note: 'Très bon travail. '.repeat(300),
    writtenAt: '2026-11-24T09:00:00.000Z',
    readAt: null,
  }

  it.each(['en', 'fr', 'ar'] as const)('in %s has a page for all of a long text', async (language) => {
    const text = (await reportPdf(report, language)).toString('latin1')
    expect(text.startsWith('%PDF-')).toBe(true)
    expect(text).toContain(`/Lang (${language})`)
    expect(Number(/\/Count (\d+)/.exec(text)?.[1])).toBeGreaterThan(1)
  })
})
