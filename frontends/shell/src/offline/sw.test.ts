import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'

type Page = { url: string; focus: () => Promise<Page>; navigate: (url: string) => Promise<void> }

let pages: Page[] = []
let done: string[] = []

function pageAt(path: string): Page {
  const page: Page = {
    url: location.origin + path,
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
  Object.assign(globalThis, { clients, __webpack_hash__: 'test' })
  await import('./sw.ts')
})
beforeEach(() => {
  done = []
})

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
