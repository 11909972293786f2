import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * While colours fade, their contrast is too small. The page reduces what axe found to one line for each rule: the whole
 * result is some megabytes.
 */
const look = `(async () => {
  await Promise.allSettled(document.getAnimations().flatMap((one) =>
    one.playState === 'running' && one.effect?.getComputedTiming().endTime < Infinity ? [one.finished] : []))
  const { scrollWidth, clientWidth } = document.documentElement
  const { violations } = await axe.run({ resultTypes: ['violations'] })
  return {
    tooWide: Math.max(scrollWidth - clientWidth, 0),
    found: violations.map(({ id, nodes }) => id + ': ' + nodes.length + ' times, first at ' + nodes[0]?.target),
  }
})()`

/** axe finds nothing, nothing is wider than the window, and no error occurred. */
export async function expectClean(page: Page, faults: readonly string[]): Promise<void> {
  // a list that is loading will change
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  // once for each document
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
  const clean = { tooWide: 0, found: [] }
  let seen: unknown
  // a fade may begin, or an answer arrive, during the first look
  const isClean = async () => {
    seen = await page.evaluate(look)
    return isDeepStrictEqual(seen, clean)
  }
  await eventually(isClean, 2000).catch(() => {})
  expect(seen).toEqual(clean)
  expect(faults).toEqual([])
}
