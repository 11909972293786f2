import { demoPassword } from '@darsi/contracts/reference/demo.ts'
import type { Page } from 'playwright-core'
import { PlainError } from '../process/fail.ts'

/** Logs a person of the demo in, on the English login page. */
export async function logInOnPage(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/\/dashboard/, { timeout: 30_000 }).catch(async () => {
    throw new PlainError(`Nobody is logged in: ${await page.getByRole('main').textContent()}`)
  })
}
