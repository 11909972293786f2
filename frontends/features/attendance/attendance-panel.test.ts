import { expect, it } from '@jest/globals'
import { whoseLine } from './attendance-panel.tsx'

const person = (userId: string, poor: number, lost: number) => ({ userId, line: { good: 600, poor, lost } })

it('the line was of one side when that side was interrupted at least twice as long', () => {
  expect(whoseLine([person('t', 0, 20), person('s', 60, 30)])?.userId).toBe('s')
  expect(whoseLine([person('t', 50, 0), person('s', 60, 30)])).toBeNull()
})

it('a few bad seconds are nobody’s fault', () => {
  expect(whoseLine([person('t', 0, 0), person('s', 20, 9)])).toBeNull()
  expect(whoseLine([])).toBeNull()
})
