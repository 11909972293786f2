import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** As text, because the page runs it: the name of what has the focus, and whether its focus is to be seen. */
const focused = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const again = 'reached' in element.dataset
  element.dataset.reached = ''
  const { outlineStyle, boxShadow } = getComputedStyle(element)
  const seen = outlineStyle !== 'none' || boxShadow !== 'none' || !element.matches(':focus-visible')
  return { name: element.getAttribute('aria-label') || element.textContent.trim().slice(0, 60), seen, again }
})()`

/** Controls that Tab has not reached. In a toolbar the arrow keys go from one to the next. */
const missed = `[...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled)
  .filter((element) => !('reached' in element.dataset) && !element.closest('[inert]'))
  .filter((element) => !element.closest('[role=toolbar]')?.querySelector('[data-reached]'))
  .filter((element) => !(element.type === 'radio' && !element.checked))
  .map((element) => element.outerHTML.slice(0, 160))`

const longest = 150

/** Tab goes through every control that is to be seen, and shows where it is. */
export async function expectKeyboardReachesAll(page: Page): Promise<void> {
  await page.evaluate(
    "for (const one of document.querySelectorAll('[data-reached]')) delete one.dataset.reached",
  )
  const unseen = new Set<string>()
  for (let count = 0; count < longest; count++) {
    await page.keyboard.press('Tab')
    const now = await page.evaluate<{ name: string; seen: boolean; again: boolean } | null>(focused)
    // between the last control and the first one the focus is outside of the page
    if (now?.again) break
    if (now && !now.seen) unseen.add(now.name)
  }
  expect([...unseen]).toEqual([])
  expect(await page.evaluate(missed)).toEqual([])
}
