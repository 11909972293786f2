import { readFileSync } from 'node:fs'
import { eventually } from '@darsi/kit/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { call, registration, someAddress } from './support/api.ts'
import { openBrowser, visitor } from './support/browser.ts'
import { expectClean } from './support/clean.ts'
import { mailTo } from './support/mail.ts'
import { logInAs } from './support/screens.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const languages = ['en', 'ar'] as const
type Words<Key extends string> = Readonly<Record<(typeof languages)[number], Readonly<Record<Key, string>>>>

/** The words of the screens that the stories act on. */
function wordsOf(dashboard: 'admin' | 'super-admin'): Words<string> {
  const read = (file: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
  const of = (language: string) => ({
    ...read(`packages/ui/src/locales/users/${language}.json`),
    ...read(`frontends/dashboards/${dashboard}/src/locales/${language}.json`),
  })
  return { en: of('en'), ar: of('ar') }
}

const openTab = async (page: Page, id: string) => {
  await page.locator(`[role=tab][id$="-tab-${id}"]`).click()
  await page.getByRole('tabpanel').locator('h2, h3').first().waitFor({ state: 'attached' })
}
/** A file that a button brings. */
async function saved(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}
async function registeredTeacher(fullName: string): Promise<string> {
  const email = someAddress('waits')
  const body = { ...registration('teacher', email), fullName }
  expect((await call('POST /auth/register', { body })).status).toBe(201)
  return email
}

describe.each(languages)('the admin dashboard in %s', (language) => {
  it('each tab does its work, and axe finds nothing', async () => {
    const w = wordsOf('admin')[language]
    const { page, context, faults } = await visitor(browser, { language, width: 1280 })
    await logInAs(page, 'admin')
    const pending = page.locator('.admin-strip dd').first()
    await pending.filter({ hasText: /\d/ }).waitFor()
    await expectClean(page, faults)

    // what happens elsewhere is counted here without a reload
    const before = Number(await pending.textContent())
    // a name in the page's own script, which needs no isolation
    const name = `${language === 'ar' ? 'سامي' : 'Queue'} ${Date.now() % 100_000}`
    const email = await registeredTeacher(name)
    await eventually(async () => Number(await pending.textContent()) > before)

    await openTab(page, 'user-management')
    await page.getByRole('radio', { name: w['viewQueue'] ?? '' }).check({ force: true })
    await page.getByLabel(w['search'] ?? '', { exact: true }).fill(email)
    const row = page.getByRole('row').filter({ hasText: email })
    await row.getByRole('button', { name: (w['takeLabel'] ?? '').replace('{name}', name) }).click()
    await row.getByRole('button', { name: (w['giveBackLabel'] ?? '').replace('{name}', name) }).waitFor()
    await row.getByRole('button', { name: (w['approveLabel'] ?? '').replace('{name}', name) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: w['approve'] ?? '', exact: true })
      .click()
    // decided, it leaves the queue by itself
    await row.waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: w['viewAll'] ?? '' }).check({ force: true })
    await page.getByLabel(w['search'] ?? '', { exact: true }).fill(email)
    await row.getByText(w['status-approved'] ?? '').waitFor()
    await row.getByRole('button', { name: (w['historyLabel'] ?? '').replace('{name}', name) }).click()
    await page.getByRole('dialog').locator('ol li').first().waitFor()
    await expectClean(page, faults)
    await page.keyboard.press('Escape')

    await openTab(page, 'connection-requests')
    await page.getByRole('tabpanel').locator('article, .ds-empty').first().waitFor()
    await expectClean(page, faults)

    await openTab(page, 'safety-alerts')
    await page.getByRole('tabpanel').getByRole('radio').nth(1).check({ force: true })
    await expectClean(page, faults)

    await openTab(page, 'duplicate-alerts')
    await page.getByRole('tabpanel').getByRole('combobox').selectOption('dismissed')
    await expectClean(page, faults)

    await openTab(page, 'platform-analytics')
    await page.getByRole('radio', { name: w['span-12m'] ?? '' }).check({ force: true })
    const chart = await saved(page, (w['exportNamed'] ?? '').replace('{name}', w['registrationsChart'] ?? ''))
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
    const ticket = page.getByRole('listitem').filter({ hasText: writer })
    await ticket.getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('textbox').fill('Please reload the page.')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: w['sendAnswer'] ?? '' })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await mailTo(writer, /Our answer to your message/)).text).toContain('Please reload the page.')
    await expectClean(page, faults)
    await context.close()
    // nine tabs, each looked at by axe
  }, 90_000)
})

describe.each(languages)('the super-admin dashboard in %s', (language) => {
  it('each tab does its work, and axe finds nothing', async () => {
    const w = wordsOf('super-admin')[language]
    const { page, context, faults } = await visitor(browser, { language, width: 1280 })
    await logInAs(page, 'super-admin')
    await page.getByText(w['statistics'] ?? '', { exact: true }).waitFor()
    await expectClean(page, faults)

    await openTab(page, 'user-management')
    await page.getByLabel(w['search'] ?? '', { exact: true }).fill('demo')
    await page.getByRole('tabpanel').getByRole('rowheader').first().waitFor()
    await expectClean(page, faults)

    await openTab(page, 'admin-management')
    const invited = someAddress('invited')
    await page.getByRole('button', { name: w['createAdmin'] ?? '' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').nth(0).fill('Invited Person')
    await dialog.getByRole('textbox').nth(1).fill(invited)
    await dialog.getByRole('button', { name: w['sendInvitation'] ?? '' }).click()
    await page.getByRole('rowheader').filter({ hasText: invited }).waitFor()
    await expectClean(page, faults)

    await openTab(page, 'system-health')
    await page.getByRole('button', { name: w['checkAgain'] ?? '' }).click()
    await page.getByRole('tabpanel').getByRole('rowheader').first().waitFor()
    await expectClean(page, faults)

    await openTab(page, 'data-export')
    const users = await saved(page, (w['exportNamed'] ?? '').replace('{name}', w['exportUsers'] ?? ''))
    expect(users.name).toMatch(/^darsi-users-\d{4}-\d\d-\d\d\.csv$/)
    expect(users.text.split('\r\n')[0]).toContain('ID,Email,Full Name,Role,Verified,Created At,Last Login')
    const lessons = await saved(page, (w['exportNamed'] ?? '').replace('{name}', w['exportSessions'] ?? ''))
    expect(lessons.name).toMatch(/^darsi-sessions-/)
    await expectClean(page, faults)

    await openTab(page, 'audit-log')
    await page.getByRole('tabpanel').locator('.ds-banner-success').waitFor()
    await page.getByRole('tabpanel').getByRole('combobox').selectOption('users.exported')
    await page.getByRole('tabpanel').getByRole('rowheader').first().waitFor()
    await expectClean(page, faults)
    await context.close()
  }, 90_000)
})
