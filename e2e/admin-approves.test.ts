import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { call, password, registration, someAddress } from './support/api.ts'
import { openBrowser, visitor } from './support/browser.ts'
import { mailsTo, mailTo } from './support/mail.ts'
import { logInAs, logInOnScreen, placeLink } from './support/screens.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('an administrator’s decision', () => {
  it('approves a pending teacher, who gets the mail in their language and appears in the search', async () => {
    const email = someAddress('teacher')
    const body = { ...registration('teacher', email), fullName: 'Prof Story', language: 'fr' }
    expect((await call('POST /auth/register', { body })).status).toBe(201)
    const teacher = await visitor(browser)
    await logInOnScreen(teacher.page, email, password)
    await teacher.page.waitForURL('**/teacher/dashboard')

    const { page, context, faults } = await visitor(browser)
    await logInAs(page, 'admin')
    await placeLink(page, 'User Management').click()
    await page.getByLabel('Search').fill(email.slice(0, 14).toUpperCase())
    const row = page.getByRole('row').filter({ hasText: email })
    await row.getByText('Pending').waitFor()
    await row.getByRole('button', { name: 'Approve Prof Story' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await row.getByText('Approved', { exact: true }).waitFor()
    await page.reload()
    await page.getByLabel('Search').fill(email)
    await page.getByRole('row').filter({ hasText: email }).getByText('Approved', { exact: true }).waitFor()

    await mailTo(email, /Votre compte enseignant est approuvé/)
    await sleep(1000)
    expect((await mailsTo(email)).filter((mail) => /approuvé/.test(mail.subject))).toHaveLength(1)
    expect(faults).toEqual([])
    await context.close()
    await teacher.context.close()
  })

  it('suspends an account: its owner is signed out within a second and sees why', async () => {
    const email = someAddress('suspended')
    await call('POST /auth/register', { body: registration('teacher', email) })
    const login = await call('POST /auth/login', { body: { email, password } })
    const token = String(login.body['token'])
    expect((await call('GET /auth/profile', { token })).status).toBe(200)

    const { page, context } = await visitor(browser)
    await logInAs(page, 'admin')
    await placeLink(page, 'User Management').click()
    await page.getByLabel('Search').fill(email)
    const row = page.getByRole('row').filter({ hasText: email })
    await row.getByRole('button', { name: /^Reject/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
    await row.getByText('Suspended', { exact: true }).waitFor()
    await sleep(1000)
    expect((await call('GET /auth/profile', { token })).status).toBe(401)
    const again = await call('POST /auth/login', { body: { email, password } })
    expect([again.status, again.body['code']]).toEqual([403, 'ACCOUNT_SUSPENDED'])
    await mailTo(email, /registration was not approved/)
    await context.close()
  })
})
