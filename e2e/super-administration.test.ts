import { demoPassword } from '@darsi/contracts/reference/demo.ts'
import { expect, type Page } from '@playwright/test'
import { cardOf, isClosed, languages, openTab, saved, twins } from './support/administration.ts'
import { password, registration, someAddress } from './support/api.ts'
import { expectClean } from './support/clean.ts'
import { letPasswordProofAge } from './support/database.ts'
import { must } from './support/people.ts'
import { logInAs } from './support/screens.ts'
import { test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

/** Sets the login back by more than ten minutes. */
async function waitTenMinutes(page: Page): Promise<void> {
  const token = String(await page.evaluate(`localStorage.getItem('authToken')`))
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  await letPasswordProofAge(sid)
  // meanwhile the page has renewed its token
  await page.evaluate(`fetch('/api/auth/refresh', { method: 'POST' })
    .then((answer) => answer.json())
    .then(({ token }) => localStorage.setItem('authToken', token))`)
}

/** One file with every service's data, unreadable without the passphrase. */
async function backUp(page: Page): Promise<void> {
  const w = textsOf('features', 'superAdmin', 'ar')
  for (const field of ['backupPassphrase', 'backupAgain'])
    await page.getByLabel(w(field), { exact: true }).fill('olive tree, sea, bicycle')
  const backup = await saved(page, w('backupStart'))
  expect(backup.name).toMatch(/^darsi-backup-\d{4}-\d\d-\d\d\.darsi$/)
  expect(backup.text).not.toContain('@demo.darsi.example')
}

/** Only the super-admin may merge, in the dashboard where administrators review pairs. */
async function merge(page: Page): Promise<void> {
  const w = textsOf('features', 'admin', 'en')
  const pair = await twins()
  const [kept, closed] = pair.emails
  await page.goto('/admin/dashboard')
  await openTab(page, 'duplicate-alerts')
  const card = cardOf(page, pair)
  await card.click()
  const accounts = page.getByRole('article').filter({ hasText: kept })
  await accounts.getByRole('button', { name: w('keepAccount', { email: kept }) }).click()
  await accounts.getByRole('button', { name: w('mergeNow'), exact: true }).click()
  await card.waitFor({ state: 'detached' })
  await isClosed(closed, password)
  await page.getByRole('main').getByRole('combobox').selectOption('merged')
  await card.waitFor()
}

for (const language of languages)
  test.describe(`the super-admin dashboard in ${language}`, () => {
    const w = textsOf('features', 'superAdmin', language)
    const users = textsOf('features', 'users', language)
    const security = textsOf('client', 'password', language)

    test('every tab works, and axe finds nothing', async ({ visitor }) => {
      const name = language === 'ar' ? 'راحل' : 'Leaving'
      const email = someAddress('leaving')
      await must('POST /auth/register', { body: { ...registration('student', email), fullName: name } })
      const { page, faults } = await visitor({ language, width: 1280 })
      const dialog = page.getByRole('dialog')
      await logInAs(page, 'super-admin')
      await page.getByText(w('statistics'), { exact: true }).waitFor()
      await expectClean(page, faults)

      await openTab(page, 'user-management')
      await page.getByLabel(users('search'), { exact: true }).fill(email)
      const row = page.getByRole('row').filter({ hasText: email })
      const remove = row.getByRole('button', { name: users('deleteLabel', { name }) })
      await remove.waitFor()
      await waitTenMinutes(page)
      await remove.click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: users('deleteUser') })
        .click()
      await dialog.getByLabel(security('password'), { exact: true }).fill(demoPassword)
      await dialog.getByRole('button', { name: security('start'), exact: true }).click()
      await row.waitFor({ state: 'detached' })
      await page.getByLabel(users('search'), { exact: true }).fill('demo')
      await page.getByRole('main').getByRole('rowheader').first().waitFor()
      await expectClean(page, faults)

      await openTab(page, 'admin-management')
      const invited = someAddress('invited')
      await page.getByRole('button', { name: w('createAdmin') }).click()
      // the next button of the same kind, or an administrator
      if (language === 'en')
        await dialog.getByRole('radio', { name: users('role-super-admin') }).dispatchEvent('click')
      await dialog.getByRole('textbox').nth(0).fill('Invited Person')
      await dialog.getByRole('textbox').nth(1).fill(invited)
      await dialog.getByRole('button', { name: w('sendInvitation') }).click()
      await page.getByRole('rowheader').filter({ hasText: invited }).waitFor()
      await expectClean(page, faults)

      await openTab(page, 'system-health')
      await page.getByRole('button', { name: w('checkAgain') }).click()
      await page.getByRole('main').getByRole('rowheader').first().waitFor()
      await expectClean(page, faults)

      await openTab(page, 'platform-analytics')
      await page.getByRole('rowheader').first().waitFor()
      const analytics = textsOf('features', 'analytics', language)
      const report = await saved(page, analytics('exportNamed', { name: analytics('reportTitle') }))
      expect(report.text).toContain(analytics('learners'))
      await expectClean(page, faults)

      await openTab(page, 'data-export')
      const exported = await saved(page, w('exportNamed', { name: w('exportUsers') }))
      expect(exported.name).toMatch(/^darsi-users-\d{4}-\d\d-\d\d\.csv$/)
      expect(exported.text.split('\r\n')[0]).toContain(
        ['ID', 'Email', 'Full Name', 'Role', 'Verified', 'Created At', 'Last Login'].join(
          language === 'en' ? ',' : ';',
        ),
      )
      const lessons = await saved(page, w('exportNamed', { name: w('exportSessions') }))
      expect(lessons.name).toMatch(/^darsi-sessions-/)
      if (language === 'ar') await backUp(page)
      await expectClean(page, faults)

      await openTab(page, 'audit-log')
      await page.getByRole('main').locator('.ds-banner-success').waitFor()
      await page.getByRole('main').getByRole('combobox').selectOption('users.exported')
      await page.getByRole('main').getByRole('rowheader').first().waitFor()
      await expectClean(page, faults)

      if (language === 'en') await merge(page)
      expect(faults).toEqual([])
    })
  })
