import { scriptAddress } from '@darsi/client/script-address.ts'

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
  const post = () => active?.postMessage(loadedFiles())
  post()
  // a dashboard's files may still be on their way
  setTimeout(post, 5_000)
}

function loadedFiles() {
  const parts = performance.getEntriesByType('resource').map(({ name }) => name)
  const kept = parts.filter((name) => name.includes('/assets/') || name.endsWith('/config.json'))
  return [location.href, ...kept]
}
