import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect } from '@playwright/test'
import {
  cardOf,
  connectionsAre,
  type Family,
  isClosed,
  languages,
  openRow,
  openTab,
  saved,
  type Twins,
  twins,
  waitingFamily,
} from './support/administration.ts'
import { call, password, registration, someAddress } from './support/api.ts'
import { expectClean } from './support/clean.ts'
import { mailTo } from './support/mail.ts'
import { must, someName } from './support/people.ts'
import { logInAs } from './support/screens.ts'
import { test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

/** A different decision, child and pair in each language. */
const stories = {
  en: { decision: 'approve', became: 'approved', child: 'Adam' },
  ar: { decision: 'decline', became: 'declined', child: 'Sara' },
} as const

let family: Family
let pairs: Readonly<Record<'en' | 'ar', Twins>>
test.beforeAll(async () => {
  const children = languages.map((language) => stories[language].child)
  const made = await Promise.all([waitingFamily(children), twins(), twins()])
  family = made[0]
  pairs = { en: made[1], ar: made[2] }
})
async function registeredTeacher(fullName: string): Promise<string> {
  const email = someAddress('waits')
  await must('POST /auth/register', { body: { ...registration('teacher', email), fullName } })
  return email
}

for (const language of languages)
  test.describe(`the admin dashboard in ${language}`, () => {
    const w = textsOf('features', 'admin', language)
    const users = textsOf('features', 'users', language)
    const review = textsOf('features', 'connectionReview', language)
    const alerts = textsOf('features', 'alerts', language)
    const analytics = textsOf('features', 'analytics', language)
    const queue = textsOf('client', 'queue', language)
    const design = textsOf('design', 'ui', language)

    test('every tab works, and axe finds nothing', async ({ visitor }) => {
      const { page, faults } = await visitor({ language, width: 1280 })
      const dialog = page.getByRole('dialog')
      const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
      await logInAs(page, 'admin')
      const pending = page.locator('.admin-strip dd').first()
      await pending.filter({ hasText: /\d/ }).waitFor()
      await expectClean(page, faults)

      // a change made elsewhere is counted here without a reload
      const before = Number(await pending.textContent())
      // a name in the page's own script, which needs no isolation
      const name = `${language === 'ar' ? 'سامي' : 'Queue'} ${Date.now() % 100_000}`
      const email = await registeredTeacher(name)
      await eventually(async () => Number(await pending.textContent()) > before)

      await openTab(page, 'user-management')
      // directly on the radio button: content that loads may move it between aiming and clicking
      await page.getByRole('radio', { name: users('viewQueue') }).dispatchEvent('click')
      await page.getByLabel(users('search'), { exact: true }).fill(email)
      await page.locator('.ds-queue-item').filter({ hasText: name }).click()
      const file = page.locator('.ds-queue-detail')
      await file.getByText(email).waitFor()
      await file.getByRole('button', { name: users('takeLabel', { name }) }).click()
      await file.getByRole('button', { name: users('giveBackLabel', { name }) }).waitFor()
      await expectClean(page, faults)
      // one key decides; the decision is sent after a delay, or at once when the list is left
      await page.keyboard.press('a')
      await page.getByRole('button', { name: queue('undo') }).click()
      await file.getByText(email).waitFor()
      await page.keyboard.press('a')
      await page.locator('.ds-queue-item').filter({ hasText: name }).waitFor({ state: 'detached' })
      const row = page.getByRole('row').filter({ hasText: email })
      await page.getByRole('radio', { name: users('viewAll') }).dispatchEvent('click')
      await page.getByLabel(users('search'), { exact: true }).fill(email)
      await row.getByText(users('status-approved')).waitFor()
      await row.getByRole('button', { name: users('suspendLabel', { name }) }).click()
      await dialog.getByRole('textbox').fill('Three complaints')
      await confirm(users('suspend'))
      await row.getByText(users('status-suspended')).waitFor()
      await isClosed(email, password)
      await row.getByRole('link', { name: users('historyLabel', { name }) }).click()
      await dialog.locator('ol li').filter({ hasText: 'Three complaints' }).waitFor()
      await expectClean(page, faults)
      await page.keyboard.press('Escape')

      await openTab(page, 'connection-requests')
      const { decision, became, child } = stories[language]
      await page.getByLabel(review('search'), { exact: true }).fill(family.teacher.fullName)
      const request = page
        .getByRole('article')
        .filter({ hasText: family.teacher.fullName })
        .filter({ hasText: child })
      await openRow(page, request)
      await request.getByRole('button', { name: new RegExp(`^${review(decision)} ?:`) }).click()
      if (decision === 'decline') {
        await request.getByRole('textbox').fill('Not now')
        await request.getByRole('button', { name: review('decline'), exact: true }).click()
      }
      // a decided request is no longer in the queue
      await request.waitFor({ state: 'detached' })
      await connectionsAre(became, family)
      await page.getByLabel(review('status'), { exact: true }).selectOption(became)
      await openRow(page, request)
      await expectClean(page, faults)

      const worry = someName('Worry')
      const report = { reason: 'behaviour', text: worry }
      await must('POST /safety/reports', { token: family.parent.token, body: report })
      await openTab(page, 'safety-alerts')
      const alert = page.getByRole('article').filter({ hasText: worry })
      await openRow(page, alert)
      await alert.getByRole('button', { name: alerts('answer') }).click()
      await alert.getByText(alerts('answered'), { exact: true }).waitFor()
      await alert.getByRole('button', { name: alerts('resolve') }).click()
      await alert.getByRole('textbox').fill('Both were called')
      await alert.getByRole('button', { name: alerts('resolveNow') }).click()
      await alert.waitFor({ state: 'detached' })
      await page.getByRole('radio', { name: alerts('resolved') }).dispatchEvent('click')
      await openRow(page, alert)
      await alert.getByText('Both were called').waitFor()
      await expectClean(page, faults)

      await openTab(page, 'duplicate-alerts')
      const pair = cardOf(page, pairs[language])
      // other stories make pairs too
      const more = page.getByRole('button', { name: design('loadMore'), exact: true })
      await eventually(async () => {
        if (!(await pair.isVisible()) && (await more.isVisible())) await more.click()
        return pair.isVisible()
      }, 30_000)
      await pair.click()
      const accounts = page.getByRole('article').filter({ hasText: pairs[language].emails[0] })
      await accounts.getByRole('button', { name: w('dismissPair'), exact: true }).click()
      await pair.waitFor({ state: 'detached' })
      await page.getByRole('main').getByRole('combobox').selectOption('dismissed')
      await pair.waitFor()
      await expectClean(page, faults)

      await openTab(page, 'platform-analytics')
      await page.getByRole('radio', { name: analytics('span-12m') }).dispatchEvent('click')
      const chart = await saved(page, analytics('exportNamed', { name: analytics('registrationsChart') }))
      expect(chart.name).toMatch(/^darsi-registrations-\d{4}-\d\d-\d\d\.csv$/)
      expect(chart.text.trim().split('\r\n')).toHaveLength(13)
      await expectClean(page, faults)

      await openTab(page, 'tickets')
      const writer = someAddress('writer')
      const message = {
        name,
        email: writer,
        userType: 'parent',
        subject: 'technical',
        message: 'It stays empty.',
      }
      expect((await call('POST /contact', { body: message })).status).toBe(201)
      await page.locator('.ds-queue-item').filter({ hasText: name }).click()
      const ticket = page.locator('.ds-queue-detail')
      await ticket.getByText(writer).waitFor()
      await page.keyboard.press('a')
      await page.keyboard.type('Please reload the page.')
      await page.keyboard.press('Control+Enter')
      expect((await mailTo(writer, /Our answer to your message/)).text).toContain('Please reload the page.')
      await expectClean(page, faults)
      // nine tabs, each used and checked by axe
    })
  })
