import { expect, it } from '@jest/globals'
import { demoGrids } from './demo.ts'

it('every teacher of the demo and its student offer some hours, and not all the same', () => {
  expect(demoGrids).toHaveLength(26)
  for (const { slots } of demoGrids) expect(slots.length).toBeGreaterThanOrEqual(8)
  expect(new Set(demoGrids.map(({ slots }) => slots.join())).size).toBeGreaterThan(8)
})
