import { describe, expect, it } from '@jest/globals'
import { csvLine } from './csv-line.ts'

describe('a line of a file for spreadsheets', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(csvLine(['a,b', 'say "no"', 'x\ny', 'plain'])).toBe('"a,b","say ""no""","x\ny",plain\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@a', ' =1', '\t=1', '\r=1', '\n=1', '＝1', '\0=1'])(
    'takes the power from %j, which a spreadsheet would run',
    (value) => {
      expect(csvLine([value]).replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it('takes the power from a formula behind another separator or a line break', () => {
    expect(csvLine(['Ali;=1+1;x'])).toBe(`"Ali;'=1+1;x"\r\n`)
    expect(csvLine(['a\t @b', 'c;d', 'e\n-f'])).toBe(`"a\t' @b","c;d","e\n'-f"\r\n`)
  })

  it('leaves a gap where there is nothing, and figures as they are', () => {
    expect(csvLine([null, -2, 'x'])).toBe(',-2,x\r\n')
  })

  it('leaves a name in Arabic as it is', () => {
    expect(csvLine(['محمد بن علي'])).toBe('محمد بن علي\r\n')
  })
})
