import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect } from '@playwright/test'
import { call, password, registration, someAddress } from './support/api.ts'
import { letVerificationExpire } from './support/database.ts'
import { linkIn, mailsTo, mailTo } from './support/mail.ts'
import { logInOnScreen, placeLink, registerOnScreen } from './support/screens.ts'
import { signal } from './support/site.ts'
import { test } from './support/test.ts'

test.describe('a visitor becomes a student', () => {
  test('registers, opens the mailed link, logs in, lands on the student dashboard and saves free hours', async ({
    visitor,
  }) => {
    const { page, faults } = await visitor()
    const email = someAddress('student')
    await registerOnScreen(page, 'Student', email)

    await logInOnScreen(page, email, password)
    await page.getByText('Please verify your email address before logging in').waitFor()

    const mail = await mailTo(email, /Verify your email address/)
    await page.goto(linkIn(mail, 'verify-email'))
    await page.getByText('Your email has been successfully verified!').waitFor()
    expect(page.url()).not.toContain('token=')

    await logInOnScreen(page, email, password)
    await page.waitForURL('**/student/dashboard')
    await page.getByRole('heading', { name: 'Student Dashboard' }).waitFor()

    await placeLink(page, 'Profile').click()
    const cell = page.getByRole('gridcell', { name: /Monday 9:00/ })
    await cell.click()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save availability' }).click()
    await page.getByText(/Saved at/).waitFor()
    await page.reload()
    await page.getByText('1 of 60 hours').waitFor()

    await page.getByRole('button', { name: 'Logout' }).click()
    // leaving loads a new page, which ends a wait for the address
    await eventually(() => !page.url().includes('dashboard'))
    await page.goto('/student/dashboard')
    await page.waitForURL('**/login**')
    expect(faults).toEqual([])
  })

  test('creates one account and one mail when the same request arrives twice', async () => {
    const email = someAddress('twice')
    const body = registration('student', email)
    const headers = { 'idempotency-key': email }
    const answers = await Promise.all([1, 2, 3].map(() => call('POST /auth/register', { body, headers })))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    await mailTo(email, /Verify/)
    await sleep(1500)
    expect(await mailsTo(email)).toHaveLength(1)
  })
})

test.describe('failures', () => {
  test('a wrong password and an unknown address show the same text, and the input is kept', async ({
    visitor,
  }) => {
    const { page } = await visitor()
    const email = someAddress('wrong')
    await call('POST /auth/register', { body: registration('student', email) })
    for (const address of [email, someAddress('nobody')]) {
      await logInOnScreen(page, address, 'not the password')
      await page.getByText('Login failed. Please check your credentials.').waitFor()
      expect(await page.getByLabel('Email address or phone number').inputValue()).toBe(address)
    }
  })

  test('an expired link says so and offers a new one; an unknown one says so too', async ({ visitor }) => {
    const { page } = await visitor()
    const email = someAddress('expired')
    await call('POST /auth/register', { body: registration('student', email) })
    const first = await mailTo(email, /Verify/)
    await letVerificationExpire(email)
    await page.goto(linkIn(first, 'verify-email'))
    await page
      .getByText('This verification link has expired. Please request a new verification email.')
      .waitFor()
    await page.goto('/verify-email?token=unknown#email=x%40example.tn')
    await page
      .getByText('Invalid verification token. Please check your email for the correct link.')
      .waitFor()
    const other = await visitor()
    await other.page.goto('/verify-email')
    await other.page.getByText('Invalid verification link. No token provided.').waitFor()
  })

  test('a pending admin is asked to wait', async ({ visitor }) => {
    const { page } = await visitor()
    const email = someAddress('admin')
    await call('POST /auth/register', { body: registration('admin', email) })
    await logInOnScreen(page, email, password)
    await page.getByText('Your account is waiting for approval by the Super Administrator').waitFor()
  })

  test('the mail is sent once, also when notifications is killed during the registration', async () => {
    const email = someAddress('killed')
    signal('notifications', 'SIGKILL')
    await call('POST /auth/register', { body: registration('student', email) })
    await mailTo(email, /Verify/, 60_000)
    await sleep(3000)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('the wrong role sees Access Denied with its role and a link to its dashboard', async ({ visitor }) => {
    const { page } = await visitor()
    await logInOnScreen(page, 'student@demo.darsi.example', 'Darsi-Demo-2025')
    await page.waitForURL('**/student/dashboard')
    await page.goto('/admin/dashboard')
    await page.getByText("You don't have permission to access this page.").waitFor()
    await page.getByRole('button', { name: 'Logout & Try Different Account' }).click()
    // leaving loads a new page, which ends a wait for the address
    await eventually(() => page.url().includes('/login'))
  })

  test('a dashboard whose server hangs shows its own error while the rest works, and Retry loads it', async ({
    visitor,
  }) => {
    const { page } = await visitor()
    signal('front-student', 'SIGSTOP')
    try {
      await logInOnScreen(page, 'student@demo.darsi.example', 'Darsi-Demo-2025')
      await page.waitForURL('**/student/dashboard')
      const retry = page.getByRole('button', { name: /retry|try again/i })
      await retry.waitFor()
      await page.getByRole('button', { name: 'Logout' }).waitFor()
      signal('front-student', 'SIGCONT')
      await retry.click()
      await placeLink(page, 'Find Teachers').waitFor()
    } finally {
      signal('front-student', 'SIGCONT')
    }
  })
})
