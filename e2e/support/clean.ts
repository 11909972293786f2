import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const fades = `Promise.allSettled(document.getAnimations().flatMap((one) =>
  one.playState === 'running' && one.effect?.getComputedTiming().endTime < Infinity ? [one.finished] : []))`

/** axe finds nothing, nothing is wider than the window, and no error occurred. */
export async function expectClean(page: Page, faults: readonly string[]): Promise<void> {
  expect(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  ).toBeLessThanOrEqual(0)
  // a list that is loading will change
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  // while colours fade, their contrast is too small
  await page.evaluate(fades)
  // AxeBuilder sends axe, 1.4 MB, twice at each check; here each document gets the small build once
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
  // the other mode opens a new page for each answer
  const { violations } = await new AxeBuilder({ page, axeSource: '0' })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.length} times, first at ${nodes[0]?.target}`,
  )
  expect(found).toEqual([])
  expect(faults).toEqual([])
}
