import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect, type Page } from '@playwright/test'
import { createFamily, freeHours } from './canary/world.ts'
import { password } from './support/api.ts'
import { letRoomOpen } from './support/database.ts'
import { list, must, type Person, someName } from './support/people.ts'
import { logInOnScreen, openPlace } from './support/screens.ts'
import { settled, test } from './support/test.ts'

const lessons = (page: Page) => page.getByRole('main').getByRole('article')
const waits = (page: Page) => page.getByText('Waiting for the network. It is sent automatically.')
const box = (page: Page) => page.getByLabel('Message', { exact: true })

/** The lesson begins now. */
async function familyWithLesson() {
  const family = await createFamily({ educationLevel: 'secondary', birthYear: new Date().getFullYear() - 16 })
  const [slot] = await freeHours(family.teacherId, family.minor)
  const body = { connectionId: family.connectionId, ...slot, durationMinutes: 30, type: 'online' }
  const [lesson] = list(await must('POST /sessions', { token: family.parent.token, body }))
  const lessonId = String(lesson?.['id'])
  await letRoomOpen(lessonId)
  return { ...family, lessonId }
}

async function openConversation(page: Page) {
  await openPlace(page, 'messages')
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click()
  await box(page).waitFor()
}

async function send(page: Page, text: string) {
  await box(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** How often the server has a message. */
async function timesSent(text: string, { token }: Person): Promise<number> {
  const threads = list(await must('GET /threads', { token }))
  const messages = await Promise.all(
    threads.map(async ({ id }) => list(await must(`GET /threads/${id}/messages`, { token }))),
  )
  return messages.flat().filter((message) => message['text'] === text).length
}

/** Loaded files are kept by the service worker, also those of the tabs that are opened offline. */
const isKept = (page: Page) =>
  eventually(async () =>
    page.evaluate<boolean>(`caches.keys().then(async (names) => {
      const paths = []
      for (const name of names) for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
      const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      return paths.includes('/config.json') && loaded.filter((path) => path.includes('/assets/')).every((path) => paths.includes(path))
    })`),
  )

test('without network, lessons are readable and messages wait; each is sent once when the network is back; a logout leaves nothing', async ({
  visitor,
}) => {
  const { parent } = await familyWithLesson()
  const { page, context } = await visitor({ offline: true })
  await logInOnScreen(page, parent.email, password)
  await page.waitForURL('**/parent/dashboard')
  await page.evaluate('navigator.serviceWorker.ready')
  await page.reload()
  await openPlace(page, 'lessons')
  const next = (await lessons(page).first().getByRole('heading').textContent()) ?? ''
  expect(next).not.toBe('')
  await openConversation(page)
  await isKept(page)

  await context.setOffline(true)
  await page.goto('/parent/dashboard?tab=lessons')
  await lessons(page).filter({ hasText: next }).first().waitFor()
  await page.getByText(/You are offline\. You see your lessons as of/).waitFor()

  const [message, draft] = [someName('Written offline'), someName('Still a draft')]
  await openConversation(page)
  await send(page, message)
  await waits(page).waitFor()
  await box(page).fill(draft)
  await page.close()

  const later = await context.newPage()
  await later.goto('/parent/dashboard')
  await openConversation(later)
  await waits(later).waitFor()
  expect(await box(later).inputValue()).toBe(draft)
  expect(await timesSent(message, parent)).toBe(0)
  await context.setOffline(false)
  await waits(later).waitFor({ state: 'detached' })
  await later.getByRole('log').getByText(message, { exact: true }).waitFor()
  expect(await timesSent(message, parent)).toBe(1)

  // the server has it, but its answer is lost
  await later.reload()
  await openConversation(later)
  const lost = someName('Answer lost')
  let isLost = false
  await context.route(
    '**/api/threads/*/messages',
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
      isLost = true
    },
    { times: 1 },
  )
  await send(later, lost)
  await eventually(() => isLost)
  await waits(later).waitFor({ state: 'detached' })
  await later.getByRole('log').getByText(lost, { exact: true }).waitFor()
  expect(await timesSent(lost, parent)).toBe(1)

  await later.getByRole('button', { name: 'Logout' }).click()
  // leaving loads a new page, which ends a wait for the address
  await eventually(() => !later.url().includes('dashboard'))
  const stored = await later.evaluate<string[]>('Object.keys(localStorage)')
  expect(stored.filter((key) => /^darsi-(offline|outbox|draft)/.test(key))).toEqual([])
  await context.setOffline(true)
  await later.goto('/parent/dashboard?tab=lessons').catch(() => {})
  await eventually(async () => !(await later.url()).includes('/parent/dashboard'))
  expect(await lessons(later).count()).toBe(0)
})

test('without network, a teacher has the lessons of the week, although their list was never opened', async ({
  visitor,
}) => {
  const { teacher, lessonId } = await familyWithLesson()
  const { page, context } = await visitor({ offline: true })
  const today = page.locator('.ds-stat').filter({ hasText: 'Lessons today' }).getByText('1', { exact: true })
  await logInOnScreen(page, teacher.email, password)
  await page.waitForURL('**/teacher/dashboard')
  await page.evaluate('navigator.serviceWorker.ready')
  await page.reload()
  await today.waitFor()
  await isKept(page)
  // the overview has the lesson too, but only its list is read for the week
  const copied = () =>
    page.evaluate<string>(
      `JSON.stringify(JSON.parse(localStorage.getItem('darsi-offline') ?? '{}').lists?.['GET /sessions'] ?? null)`,
    )
  await eventually(async () => (await copied()).includes(lessonId))
  await context.setOffline(true)
  await page.reload()
  await today.waitFor()
  await page.getByText(/You are offline\. You see your lessons as of/).waitFor()
})

test('a network that hangs shows the kept lessons and words, and everything arrives without a press when it is back', async ({
  visitor,
}) => {
  const { parent } = await familyWithLesson()
  const { page, context } = await visitor({ offline: true })
  await logInOnScreen(page, parent.email, password)
  await page.waitForURL('**/parent/dashboard')
  await openPlace(page, 'lessons')
  const next = (await lessons(page).first().getByRole('heading').textContent()) ?? ''
  await openPlace(page, 'overview')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  // requests are accepted, and their answers come in ten minutes
  const hang = (latency: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency, uploadThroughput: -1, downloadThroughput: -1 },
    })
  await hang(600_000)
  await openPlace(page, 'lessons')
  await page.getByText(/You are offline\. You see your lessons as of/).waitFor({ timeout: 5_000 })
  await lessons(page).filter({ hasText: next }).first().waitFor()
  await openPlace(page, 'safety-alerts')
  await page
    .getByText(/The network does not answer\.|You are offline\. You see your lessons/)
    .waitFor({ timeout: 8_000 })
  await hang(0)
  // a dead connection is given up after ten seconds
  await page.locator('.offline-notice').waitFor({ state: 'detached', timeout: 15_000 })
  await settled(page)
  await page.getByText('Network error').waitFor({ state: 'detached' })
})
