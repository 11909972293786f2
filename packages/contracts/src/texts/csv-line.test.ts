import { describe, expect, it } from '@jest/globals'
import { csvLine } from './csv-line.ts'

describe('a line of a file for spreadsheets', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(csvLine(['a,b', 'say "no"', 'x\ny', 'plain'], 'en')).toBe('"a,b","say ""no""","x\ny",plain\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@a', ' =1', '\t=1', '\r=1', '\n=1', '＝1', '\0=1'])(
    'takes the power from %j, which a spreadsheet would run',
    (value) => {
      expect(csvLine([value], 'en').replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it('takes the power from a formula behind another separator or a line break', () => {
    expect(csvLine(['Ali;=1+1;x'], 'en')).toBe(`"Ali;'=1+1;x"\r\n`)
    expect(csvLine(['a\t @b', 'c;d', 'e\n-f'], 'en')).toBe(`"a\t' @b","c;d","e\n'-f"\r\n`)
  })

  it.each(['fr', 'ar'] as const)(
    'has the columns and the decimal mark of a spreadsheet in %s',
    (language) => {
      expect(csvLine(['a;b', 'c,d', 2.5, 'x'], language)).toBe('"a;b";"c,d";2,5;x\r\n')
    },
  )

  it.each(['en', 'fr', 'ar'] as const)(
    'holds no formula in %s, whichever separator it is opened with',
    (language) => {
      for (const text of ['=1+1', 'Lina,=2+3', 'Lina; =2+3'])
        for (const cell of csvLine([text], language).trim().replaceAll('"', '').split(/[,;]/))
          expect(cell).not.toMatch(/^ *=/)
    },
  )

  it.each(['en', 'fr', 'ar'] as const)('gives a moment in %s as a date and hour of Tunisia', (language) => {
    expect(csvLine([new Date('2026-12-31T23:05:59Z')], language)).toBe('2027-01-01 00:05\r\n')
  })

  it('leaves a gap where there is nothing, and figures as they are', () => {
    expect(csvLine([null, -2, 'x'], 'en')).toBe(',-2,x\r\n')
  })

  it('leaves a name in Arabic as it is', () => {
    expect(csvLine(['محمد بن علي'], 'en')).toBe('محمد بن علي\r\n')
  })
})
