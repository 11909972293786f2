import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { eventually } from '@darsi/kit/testing/testing.ts'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { isNight } from './night.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * While colours fade, their contrast is too small. The page reduces what axe found to one line for each rule: the whole
 * result is some megabytes.
 */
const look = `(async () => {
  await Promise.allSettled(document.getAnimations().flatMap((one) =>
    one.playState === 'running' && one.effect?.getComputedTiming().endTime < Infinity ? [one.finished] : []))
  const { violations } = await axe.run({ resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => id + ': ' + nodes.length + ' times, first at ' + nodes[0]?.target)
})()`

/** Nothing is wider than the window. */
export async function expectToFit(page: Page): Promise<void> {
  const surplus = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(surplus)).toBeLessThanOrEqual(0)
}

/** axe finds nothing, nothing is wider than the window, and no error occurred. In French axe looks at night. */
export async function expectClean(page: Page, faults: readonly string[]): Promise<void> {
  await expectToFit(page)
  expect(faults).toEqual([])
  if (!isNight && (await page.evaluate('document.documentElement.lang')) === 'fr') return
  // a list that is loading will change
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  // once for each document
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
  let found: string[] | undefined
  // a fade may begin, or an answer arrive, during the first look
  const isClean = async () => {
    found = await page.evaluate<string[]>(look)
    return found.length === 0
  }
  await eventually(isClean, 2000).catch(() => {})
  expect(found).toEqual([])
  expect(faults).toEqual([])
}
