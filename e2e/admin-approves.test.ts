import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect } from '@playwright/test'
import { openTab } from './support/administration.ts'
import { call, password, registration, sendFile, someAddress } from './support/api.ts'
import { mailsTo, mailTo } from './support/mail.ts'
import { logInAs, logInOnScreen, placeLink } from './support/screens.ts'
import { test } from './support/test.ts'

test.describe('an administrator’s decision', () => {
  test('approves a pending teacher, who gets the mail in their language and appears in the search', async ({
    visitor,
  }) => {
    const email = someAddress('teacher')
    const body = { ...registration('teacher', email), fullName: 'Prof Story', language: 'fr' }
    expect((await call('POST /auth/register', { body })).status).toBe(201)
    const teacher = await visitor()
    await logInOnScreen(teacher.page, email, password)
    await teacher.page.waitForURL('**/teacher/dashboard')

    const { page, faults } = await visitor()
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
  })

  test('on a phone: opens the teacher’s row, reads a PDF in the page, accepts it with one press, and goes back', async ({
    visitor,
  }) => {
    const email = someAddress('proof')
    await call('POST /auth/register', { body: registration('teacher', email) })
    const login = await call('POST /auth/login', { body: { email, password } })
    const token = String(login.body['token'])
    // JPEG 2000, as many scanners write it
    const bytes = new Uint8Array(await readFile('packages/kit/test/files/scan-jpx.pdf'))
    const upload = await sendFile(token, bytes)
    await eventually(
      async () => (await call('PUT /me/proofs/diploma', { token, body: { upload } })).status === 200,
    )

    const { page, faults } = await visitor({ width: 360 })
    await logInAs(page, 'admin')
    await openTab(page, 'user-management')
    await page.getByRole('radio', { name: 'Waiting' }).dispatchEvent('click')
    await page.getByLabel('Search').fill(email)
    const row = page.locator('.ds-queue-item').filter({ hasText: 'Story Person' })
    await eventually(async () => (await row.count()) === 1)
    await row.click()
    await page.locator('.ds-queue-detail h3:focus').waitFor()
    const file = page.locator('.ds-queue-detail')
    await file.getByRole('button', { name: 'Open the document diploma' }).click()
    const scan = file.getByRole('img', { name: 'diploma' })
    await scan.waitFor()
    expect(await page.evaluate(darkPixels)).toBeGreaterThan(1000)
    await file.getByRole('button', { name: 'Accept diploma' }).click()
    await file.getByText('Accepted', { exact: true }).waitFor()
    await file.getByRole('button', { name: 'Back to the list' }).click()
    await page.locator('.ds-queue-item:focus').waitFor()
    expect(faults).toEqual([])
  })

  test('suspends an account: its owner is signed out within a second and sees why', async ({ visitor }) => {
    const email = someAddress('suspended')
    await call('POST /auth/register', { body: registration('teacher', email) })
    const login = await call('POST /auth/login', { body: { email, password } })
    const token = String(login.body['token'])
    expect((await call('GET /auth/profile', { token })).status).toBe(200)

    const { page } = await visitor()
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
  })
})

/** Of the document, so that an empty page is noticed. */
const darkPixels = `(async () => {
  const image = document.querySelector('.ds-proof-picture')
  await image.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight })
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return data.filter((value, index) => index % 4 === 0 && value < 128).length
})()`
