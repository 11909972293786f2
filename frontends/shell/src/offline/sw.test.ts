import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'

type Page = {
  url: string
  postMessage: (message: string) => void
  focus: () => Promise<Page>
  navigate: (url: string) => Promise<void>
}

let pages: Page[] = []
let done: string[] = []
const stores = new Map<string, Map<string, Response>>()
const before = globalThis.fetch

function pageAt(path: string): Page {
  const page: Page = {
    url: location.origin + path,
    postMessage: (message) => void done.push(`${path}: ${message}`),
    focus: async () => page,
    navigate: async (url) => void done.push(`${path} navigates to ${url}`),
  }
  return page
}

beforeAll(async () => {
  const clients = {
    matchAll: async () => pages,
    openWindow: async (url: string) => void done.push(`a new page opens ${url}`),
  }
  Object.assign(globalThis, { clients, caches: fakeCaches(), __webpack_hash__: 'test' })
  await import('./sw.ts')
})
beforeEach(() => {
  done = []
})

/** By address, as the worker uses them. */
function fakeCaches() {
  const path = (key: string) => new URL(key, location.origin).pathname
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      put: async (key: string, response: Response) => void store.set(path(key), response),
      keys: async () => [...store.keys()],
      delete: async (key: string) => store.delete(key),
    }
  }
  const match = async (key: string, { cacheName }: { cacheName?: string } = {}) => {
    const all = cacheName === undefined ? [...stores.values()] : [stores.get(cacheName)]
    return all.flatMap((store) => store?.get(path(key)) ?? [])[0]?.clone()
  }
  return { open, match }
}

const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html' } })

/** @param mode of the request: a page is opened by `navigate` */
function ask(path: string, mode: 'navigate' | 'cors' = 'navigate') {
  const work: Promise<unknown>[] = []
  let answer: Promise<Response> | undefined
  const request = { url: location.origin + path, method: 'GET', mode }
  dispatchEvent(
    Object.assign(new Event('fetch'), {
      request,
      preloadResponse: Promise.resolve(undefined),
      waitUntil: (promise: Promise<unknown>) => void work.push(promise),
      respondWith: (promise: Promise<Response>) => {
        answer = promise
      },
    }),
  )
  const text = answer?.then((response) => response.text()) ?? Promise.reject(new Error('not answered'))
  return { text, kept: () => Promise.all(work) }
}

async function tap(url: string) {
  const work: Promise<unknown>[] = []
  const notification = { data: { url }, close: () => {} }
  const waitUntil = (promise: Promise<unknown>) => work.push(promise)
  dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
  await Promise.all(work)
}

describe('a tapped push notification', () => {
  const url = '/fr/dashboard?notice=message&thread=t1'

  it('opens a new page while the only page is in a lesson', async () => {
    pages = [pageAt('/classroom/64f0c0ffee')]
    await tap(url)
    expect(done).toEqual([`a new page opens ${url}`])
  })

  it('uses an open page that is not in a lesson', async () => {
    pages = [pageAt('/classroom/64f0c0ffee'), pageAt('/student/dashboard')]
    await tap(url)
    expect(done).toEqual([`/student/dashboard navigates to ${url}`])
  })
})

it('a push subscription that the browser ended is renewed, and open pages register it', async () => {
  pages = [pageAt('/student/dashboard')]
  const subscribe = async (options: unknown) => void done.push(`subscribed with ${JSON.stringify(options)}`)
  Object.assign(globalThis, { registration: { pushManager: { subscribe } } })
  const work: Promise<unknown>[] = []
  const waitUntil = (promise: Promise<unknown>) => work.push(promise)
  const oldSubscription = { options: { userVisibleOnly: true } }
  dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { oldSubscription, waitUntil }))
  await Promise.all(work)
  expect(done).toEqual([
    'subscribed with {"userVisibleOnly":true}',
    '/student/dashboard: push-subscription-changed',
  ])
})

describe('a network that hangs', () => {
  let answers: ((response: Response) => void)[]
  let aborted: number
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

  beforeEach(() => {
    jest.useFakeTimers()
    stores.clear()
    answers = []
    aborted = 0
    globalThis.fetch = (_input, init) =>
      new Promise((resolve, reject) => {
        answers.push(resolve)
        init?.signal?.addEventListener('abort', () => {
          aborted++
          reject(new DOMException('', 'AbortError'))
        })
      })
  })
  afterEach(() => {
    jest.useRealTimers()
    globalThis.fetch = before
  })
  const keepPage = async (name: string, path: string, text: string) =>
    (await caches.open(name)).put(path, html(text))

  it('shows the kept copy after three seconds, and keeps the answer that comes later', async () => {
    await keepPage('pages-seen', '/about', 'kept')
    const asked = ask('/about')
    let shown = ''
    void asked.text.then((text) => {
      shown = text
    })
    await pass(2_900)
    expect(shown).toBe('')
    await pass(100)
    expect(shown).toBe('kept')
    answers[0]?.(html('new'))
    await asked.kept()
    expect(await (await caches.match('/about'))?.text()).toBe('new')
  })

  it('without a copy, says so after five seconds', async () => {
    await keepPage('offline-test', '/fr/offline', 'words')
    const asked = ask('/fr/about')
    await pass(5_000)
    expect(await asked.text).toBe('words')
  })

  it('is asked three times for a part of the page', async () => {
    const asked = ask('/assets/part.js', 'cors')
    await pass(8_000)
    expect([answers.length, aborted]).toEqual([2, 1])
    answers[1]?.(new Response('code', { headers: { 'content-type': 'text/javascript' } }))
    expect(await asked.text).toBe('code')
    await asked.kept()
    // a second try of the page has another query
    expect(await ask('/assets/part.js?attempt=1', 'cors').text).toBe('code')
    expect(answers).toHaveLength(2)
  })

  it('a page of a portal is passed on, but not kept under the name of a part', async () => {
    const asked = ask('/assets/part.js', 'cors')
    await pass(0)
    answers[0]?.(html('Log in to the hotel'))
    expect(await asked.text).toBe('Log in to the hotel')
    await asked.kept()
    expect(await caches.match('/assets/part.js')).toBeUndefined()
  })
})
