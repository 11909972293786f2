import { scriptAddress } from './script-address.ts'

/** What build/html.ts writes as the type of a prerendered page's scripts: browsers do not load it by themselves. */
export const afterPaint = 'text/after-paint'

/** A prerendered page can be read without its scripts: on a slow line they would only delay its text. */
export function startScriptsAfterPaint(): void {
  addEventListener('DOMContentLoaded', () => {
    // nothing is ever painted in a tab that is not looked at
    if (document.hidden) startScripts()
    else requestAnimationFrame(() => setTimeout(startScripts))
  })
}

function startScripts() {
  for (const waiting of document.querySelectorAll<HTMLScriptElement>(`script[type="${afterPaint}"]`)) {
    const script = document.createElement('script')
    script.crossOrigin = 'anonymous'
    script.integrity = waiting.integrity
    // in their order
    script.async = false
    script.src = scriptAddress(waiting.src)
    waiting.replaceWith(script)
  }
}
