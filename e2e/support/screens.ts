import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import { isLanguage, pathIn } from '@darsi/contracts/reference/languages.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import type { Page } from '@playwright/test'
import { password, somePhone } from './api.ts'
import type { OpenVisitor, Visit, Visitor } from './test.ts'
import { textsOf } from './texts.ts'

/** Fills in both steps of the registration as a person would, and sends them. */
export async function registerOnScreen(
  page: Page,
  role: 'Student' | 'Teacher' | 'Parent',
  email: string,
): Promise<void> {
  await page.goto('/registration')
  await page.getByLabel('Full name').fill('Amal Story')
  await page.getByLabel('Email address').first().fill(email)
  await page.getByLabel('Phone number').fill(somePhone())
  await page.getByLabel('Password', { exact: false }).first().fill(password)
  await page.getByRole('radio', { name: role }).dispatchEvent('click')
  await page.getByRole('combobox', { name: 'Governorate' }).fill('sfax')
  await page.getByRole('option', { name: /Sfax/ }).first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  if (role === 'Teacher') {
    await page.getByText('Mathematics', { exact: true }).click()
    await page.getByLabel(/I accept the/).dispatchEvent('click')
  }
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Registration submitted successfully!').waitFor()
}

/** In the language of the visitor's browser. */
export async function logInOnScreen(page: Page, email: string, secret: string): Promise<void> {
  const language = String(await page.evaluate('navigator.language')).slice(0, 2)
  if (!isLanguage(language)) throw new Error(`a browser in ${language}`)
  const t = textsOf('shell', 'login', language)
  await page.goto(pathIn(language, '/login'))
  await page.getByLabel(t('email')).fill(email)
  await page.getByLabel(t('password'), { exact: true }).fill(secret)
  await page.getByRole('button', { name: t('logIn'), exact: true }).click()
}

/** A visitor with an account, on its dashboard. */
export async function signedIn(
  visitor: OpenVisitor,
  { email }: { email: string },
  visit: Visit = {},
): Promise<Visitor> {
  const opened = await visitor(visit)
  await logInOnScreen(opened.page, email, password)
  await opened.page.waitForURL('**/dashboard')
  return opened
}

/** A link in the navigation of the open dashboard. */
export const placeLink = (page: Page, name: string | RegExp) =>
  page.locator('.ds-nav').getByRole('link', { name })

/** Opens a place of the dashboard by its id; on a phone it may be behind "More". */
export async function openPlace(page: Page, id: string): Promise<void> {
  // on a telephone an open conversation covers the navigation
  const back = page.locator('.ds-messages-open .ds-conversation-back')
  if (await back.isVisible()) await back.click()
  const link = page.locator(`.ds-nav [data-place="${id}"]`)
  await link.first().waitFor({ state: 'attached' })
  if (!(await link.first().isVisible())) await page.locator('.ds-nav-more button').click()
  await link.filter({ visible: true }).click()
}

export async function logInAs(page: Page, role: Role): Promise<void> {
  const account = demoAccounts.find((one) => one.role === role)
  if (!account) throw new Error(`no demo account for ${role}`)
  await logInOnScreen(page, account.email, demoPassword)
  await page.waitForURL(/\/dashboard/)
}

/** The ids of the open dashboard's places, in the order of its navigation; the first is its overview. */
export async function placesIn(page: Page): Promise<string[]> {
  const links = page.locator('.ds-nav-list > li > a')
  await links.first().waitFor({ state: 'attached' })
  return links.evaluateAll((all) => all.map((link) => link.dataset['place'] ?? ''))
}
