import { scriptAddress } from './script-address.ts'

/** Registers after the load event, so that it does not compete with the page. The site also works without it. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const go = () => void start().catch(() => {})
  if (document.readyState === 'complete') go()
  else addEventListener('load', go, { once: true })
}

async function start() {
  const { serviceWorker } = navigator
  const first = serviceWorker.controller === null
  await serviceWorker.register(scriptAddress('/sw.js'))
  if (!first) return
  const { active } = await serviceWorker.ready
  const parts = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage([location.href, ...parts.filter((name) => name.includes('/assets/'))])
}
