import { describe, expect, it } from '@jest/globals'
import { line } from './csv.ts'

describe('a line of the user export', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(line(['a,b', 'say "no"', 'x\ny', 'plain'])).toBe('"a,b","say ""no""","x\ny",plain\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@a', ' =1', '\t=1', '\r=1', '\n=1', '＝1', '\0=1'])(
    'takes the power from %j, which a spreadsheet would run',
    (value) => {
      expect(line([value]).replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it('leaves a name in Arabic as it is', () => {
    expect(line(['محمد بن علي'])).toBe('محمد بن علي\r\n')
  })
})
