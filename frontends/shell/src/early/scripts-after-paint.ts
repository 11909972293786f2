import { scriptAddress } from '@darsi/client/script-address.ts'

/**
 * The type of a prerendered page's scripts, as build/html.ts writes it. Browsers do not run this type by
 * themselves.
 */
export const afterPaint = 'text/after-paint'

/** Starts the scripts after the first paint: they would delay the text of a prerendered page on a slow connection. */
export function startScriptsAfterPaint(): void {
  addEventListener('DOMContentLoaded', () => {
    // a hidden tab is never painted
    if (document.hidden) startScripts()
    else requestAnimationFrame(() => setTimeout(startScripts))
  })
}

function startScripts() {
  for (const waiting of document.querySelectorAll<HTMLScriptElement>(`script[type="${afterPaint}"]`)) {
    const script = document.createElement('script')
    script.crossOrigin = 'anonymous'
    script.integrity = waiting.integrity
    // in document order
    script.async = false
    script.src = scriptAddress(waiting.src)
    waiting.replaceWith(script)
  }
}
