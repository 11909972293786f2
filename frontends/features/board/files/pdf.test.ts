import { expect, it } from '@jest/globals'
import { pdfOf } from './pdf.ts'

it('a PDF holds one page for each picture, and its cross-reference table has the offset of each object', () => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9])
  const bytes = pdfOf([
    { jpeg, width: 1200, height: 900 },
    { jpeg, width: 900, height: 1200 },
  ])
  const text = new TextDecoder('latin1').decode(bytes)
  expect(text.match(/\/Type \/Page /g)).toHaveLength(2)
  expect(text).toContain('/MediaBox [0 0 842 632]')
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1])
  expect(text.slice(table, table + 4)).toBe('xref')
  const rows = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)]
  expect(rows).toHaveLength(8)
  for (const [index, row] of rows.entries())
    expect(text.slice(Number(row[1])).startsWith(`${index + 1} 0 obj`)).toBe(true)
})
