import { direction, isLanguage, languages, pathIn, placeOf } from '@darsi/contracts/reference/languages.ts'
import { classroomPath } from '@darsi/contracts/rules/classroom-path.ts'

/*
 * The service worker: visited pages stay readable offline. It does not change other requests.
 * It never handles /api, so it stores nothing personal.
 */
type Life = { waitUntil(work: Promise<unknown>): void }
type Fetching = Life & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
type Pushed = Life & { data: { json(): unknown } | null }
type Clicked = Life & { notification: { data: unknown; close(): void } }
type Page = { url: string; focus(): Promise<Page>; navigate(url: string): Promise<unknown> }
type Scope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Life) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void
  addEventListener(type: 'message', listener: (event: Life & { data: unknown }) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<readonly Page[]>
    openWindow(url: string): Promise<unknown>
  }
  registration: {
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: object): Promise<void>
  }
}
// the project has the types of pages; in a service worker `self` is its global scope
declare const self: Scope
/** The build's hash, inserted by the bundler: a new build brings a new offline page. */
declare const __webpack_hash__: string

const offline = `offline-${__webpack_hash__}`
const seen = 'pages-seen'
const assets = 'assets'
const kept = { [seen]: 60, [assets]: 250 }
const offlinePages = languages.map((language) => pathIn(language, '/offline'))

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePages().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([forgetOthers(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(page(event, pathname))
  else if (isAsset(pathname)) event.respondWith(asset(event))
  else if (pathname === '/config.json') event.respondWith(fresh(event))
})

// the first page was loaded before the worker existed, so it lists its files
self.addEventListener('message', (event) => {
  const urls = Array.isArray(event.data) ? event.data.filter((url) => typeof url === 'string') : []
  event.waitUntil(Promise.all(urls.map(keepSeen)))
})

// browsers must show every push message and show a generic one if we show none
self.addEventListener('push', (event) => {
  const { title, body, url, tag, lang } = messageOf(event.data)
  const dir = isLanguage(lang) ? direction(lang) : 'ltr'
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang, dir, data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(openPage(messagePath(notification.data)))
})

function messageOf(data: Pushed['data']) {
  const fields: Record<string, unknown> = Object(data?.json())
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  return {
    title: text('title') || 'Darsi',
    ...{ body: text('body'), url: text('url'), tag: text('tag'), lang: text('lang') },
  }
}

/** A path of this site, whatever the message says. */
function messagePath(data: unknown): string {
  const { url } = Object(data)
  const target = new URL(typeof url === 'string' ? url : '/dashboard', location.origin)
  return target.origin === location.origin ? target.pathname + target.search : '/dashboard'
}

/** In a tab of the site that is open already, or in a new one. A tab in a lesson stays: to leave it ends the call. */
async function openPage(path: string) {
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => !new URL(url).pathname.startsWith(classroomPath('')))
  if (!page) return self.clients.openWindow(path)
  const focused = await page.focus()
  return focused.navigate(path)
}

async function keepSeen(url: string) {
  const { origin, pathname } = new URL(url)
  if (origin !== location.origin || pathname.startsWith('/api/')) return
  const response = await fetch(pathname)
  if (response.ok) await keep(isAsset(pathname) ? assets : seen, origin + pathname, response)
}

async function page(event: Fetching, pathname: string): Promise<Response> {
  try {
    return await fresh(event)
  } catch (error) {
    const away = await caches.match(pathIn(placeOf(pathname).language, '/offline'))
    if (away === undefined) throw error
    return away
  }
}

/** Network first. Without network, or if the site is down, the cached copy. */
async function fresh(event: Fetching): Promise<Response> {
  const { request } = event
  // the query may contain a token, and the page is the same without it
  const key = request.url.replace(/[?#].*/, '')
  let response: Response
  try {
    response = (await event.preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const known = await caches.match(key, { cacheName: seen })
    if (known === undefined) throw error
    return known
  }
  if (response.status >= 500) return (await caches.match(key, { cacheName: seen })) ?? response
  if (response.ok && !response.redirected) event.waitUntil(keep(seen, key, response.clone()))
  return response
}

/** Names contain a hash, so a cached file is always valid. */
async function asset(event: Fetching): Promise<Response> {
  const known = await caches.match(event.request)
  if (known !== undefined) return known
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(keep(assets, event.request, response.clone()))
  return response
}

async function keep(name: keyof typeof kept, key: RequestInfo, response: Response) {
  const cache = await caches.open(name)
  await cache.put(key, response)
  const old = (await cache.keys()).slice(0, -kept[name])
  await Promise.all(old.map((one) => cache.delete(one)))
}

/** The offline pages and their files. */
async function keepOfflinePages() {
  const cache = await caches.open(offline)
  await cache.addAll(offlinePages)
  const parts = new Set<string>()
  for (const path of offlinePages) {
    const html = (await (await cache.match(path))?.text()) ?? ''
    for (const [, part] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) if (part) parts.add(part)
  }
  await cache.addAll([...parts])
}

const isAsset = (pathname: string) => /^(\/remotes\/[\w-]+)?\/assets\//.test(pathname)

async function forgetOthers() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => ![offline, seen, assets].includes(name)).map((name) => caches.delete(name)),
  )
}
