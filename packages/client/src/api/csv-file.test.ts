import { describe, expect, it } from '@jest/globals'
import { csvOf } from './csv-file.ts'

describe('a file for spreadsheets', () => {
  it('has the mark of UTF-8, quotes what needs it and leaves a gap where there is no figure', () =>
    expect(csvOf([['Tunis, "medina"', 3, null]], 'en')).toBe('\ufeff"Tunis, ""medina""",3,\r\n'))

  it('holds no formula', () => expect(csvOf([['=1+1', -2]], 'en')).toBe("\ufeff'=1+1,-2\r\n"))
})
