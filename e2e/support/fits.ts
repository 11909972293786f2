import type { Page } from '@playwright/test'

/** What is wider than the window, or cut without a way to read it. A shortened line ends with an ellipsis. */
export async function misfits(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = []
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page: ' + document.documentElement.scrollWidth)
    const nameOf = (element) => element.tagName.toLowerCase() + '.' + String(element.className?.baseVal ?? element.className)
    // what such an ancestor cuts is found at the ancestor
    const isClipped = (element) => element !== null && (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || isClipped(element.parentElement))
    // for screen readers only
    const isHidden = (element) => element !== null && (getComputedStyle(element).clipPath !== 'none' || isHidden(element.parentElement))
    for (const element of document.querySelectorAll('body, body *')) {
      const { width, height, left, right } = element.getBoundingClientRect()
      // texts for screen readers only are one pixel wide
      if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue
      if (element.closest('svg, dialog:not([open])') || isHidden(element)) continue
      const style = getComputedStyle(element)
      const cuts = /hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis'
      if (cuts && element.scrollWidth > element.clientWidth + 1 && element.textContent.trim() !== '')
        found.push('cut: ' + nameOf(element) + ' ' + element.textContent.trim().slice(0, 40))
      if ((left < -1 || right > innerWidth + 1) && element.childElementCount === 0 && !isClipped(element.parentElement))
        found.push('outside: ' + nameOf(element) + ' ' + element.textContent.trim().slice(0, 40))
    }
    return [...new Set(found)].slice(0, 10)
  })()`)
}
