import { within } from '@darsi/client/api/within.ts'
import { direction, isLanguage, languages, pathIn, placeOf } from '@darsi/contracts/reference/languages.ts'
import { classroomPath } from '@darsi/contracts/rules/classroom-path.ts'
import { complete } from './complete.ts'

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
type Subscribed = Life & {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}
type Page = {
  postMessage(message: string): void
  url: string
  focus(): Promise<Page>
  navigate(url: string): Promise<unknown>
}
type Scope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Life) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: Subscribed) => void): void
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
    pushManager: PushManager
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
/** A network that has not answered by then hangs: the copy is shown, or words if there is none. */
const [copyMs, wordsMs] = [3_000, 5_000]
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

// without a subscription this browser gets nothing; a page of the account registers the new one, now or at its start
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event))
})

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(openPage(messagePath(notification.data)))
})

async function renewSubscription({ oldSubscription, newSubscription }: Subscribed): Promise<void> {
  if (!newSubscription && oldSubscription)
    await self.registration.pushManager.subscribe(oldSubscription.options)
  // `darsi-push` of push-subscription.ts is in a storage that no worker reads
  for (const page of await self.clients.matchAll({ type: 'window' }))
    page.postMessage('push-subscription-changed')
}

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
  await keep(isAsset(pathname) ? assets : seen, origin + pathname, await fetch(pathname))
}

/** The page, its kept copy, or the page that says that the network is away and opens the page when it is back. */
async function page(event: Fetching, pathname: string): Promise<Response> {
  const away = () => caches.match(pathIn(placeOf(pathname).language, '/offline'))
  const answer = fresh(event)
  try {
    return (await within(wordsMs, answer)) ?? (await away()) ?? (await answer)
  } catch (error) {
    const known = await away()
    if (known === undefined) throw error
    return known
  }
}

/** Network first. Without network, if the site is down, or after some silence: the kept copy. */
async function fresh(event: Fetching): Promise<Response> {
  const { request } = event
  // the query may contain a token, and the page is the same without it
  const key = request.url.replace(/[?#].*/, '')
  const copy = () => caches.match(key, { cacheName: seen })
  const asked = askNetwork(event)
  // also an answer that comes after the copy was shown
  event.waitUntil(asked.then((response) => keep(seen, key, response.clone())).catch(() => {}))
  try {
    const response = (await within(copyMs, asked)) ?? (await copy()) ?? (await asked)
    return response.status >= 500 ? ((await copy()) ?? response) : response
  } catch (error) {
    const known = await copy()
    if (known === undefined) throw error
    return known
  }
}

async function askNetwork({ request, preloadResponse }: Fetching): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

/** Names contain a hash, so a cached file is always valid; a second try of the page adds a query to the name. */
async function asset(event: Fetching): Promise<Response> {
  const key = event.request.url.replace(/\?.*/, '')
  const known = await caches.match(key)
  if (known !== undefined) return known
  const response = await patientFetch(event.request)
  event.waitUntil(keep(assets, key, response.clone()).catch(() => {}))
  return response
}

/** Keeps complete files of the right type only. */
async function keep(name: keyof typeof kept, key: string, response: Response) {
  const whole = await complete(new URL(key).pathname, response)
  if (whole === null) return
  const cache = await caches.open(name)
  await cache.put(key, whole)
  const old = (await cache.keys()).slice(0, -kept[name])
  await Promise.all(old.map((one) => cache.delete(one)))
}

/** The offline pages and their files. @throws Error if one is not complete: the browser installs the worker later */
async function keepOfflinePages() {
  const cache = await caches.open(offline)
  const parts = new Set<string>()
  for (const path of offlinePages) {
    const html = await keepOffline(cache, path)
    for (const [, part] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) if (part) parts.add(part)
  }
  await Promise.all([...parts].map((path) => keepOffline(cache, path)))
}

async function keepOffline(cache: Cache, path: string): Promise<string> {
  const whole = await complete(path, await fetch(path, { cache: 'reload' }))
  if (whole === null) throw new Error(`${path} is not complete`)
  const copy = whole.clone()
  await cache.put(path, whole)
  return copy.text()
}

const isAsset = (pathname: string) => /^(\/remotes\/[\w-]+)?\/assets\//.test(pathname)

async function forgetOthers() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => ![offline, seen, assets].includes(name)).map((name) => caches.delete(name)),
  )
}

/** A network that has not begun to answer by then hangs: the next try has a connection of its own. */
const tryMs = 8_000
const tries = 3

/**
 * Fetches a file; a try that hangs is aborted and repeated. Without this limit a browser waits for minutes, and a second
 * request of the same address waits for the first.
 */
async function patientFetch(request: Request): Promise<Response> {
  for (let left = tries - 1; ; left--) {
    const own = new AbortController()
    const timer = setTimeout(() => own.abort(), tryMs)
    try {
      return await fetch(request, { signal: own.signal })
    } catch (error) {
      if (left === 0 || !own.signal.aborted) throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
