import { readFileSync } from 'node:fs'
import { eventually } from '@darsi/kit/testing/testing.ts'
import type { Locator, Page } from '@playwright/test'
import { call, registration, someAddress } from './api.ts'
import { isNight } from './night.ts'
import { list, listedTeacher, must, type Person, person, someName, teacherIdOf } from './people.ts'
import { openPlace } from './screens.ts'

/** By day English: axe sees Arabic in places.test.ts. */
export const languages = isNight ? (['en', 'ar'] as const) : (['en'] as const)

export async function openTab(page: Page, id: string): Promise<void> {
  await openPlace(page, id)
  await page.getByRole('main').locator('h2, h3').first().waitFor({ state: 'attached' })
}

/** The file that a button downloads. */
export async function saved(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

export type Family = { parent: Person; teacher: Person }

/** Children whose requests wait only for an administrator: the teacher has agreed, the parent made the request. */
export async function waitingFamily(children: readonly string[]): Promise<Family> {
  const [teacher, parent] = await Promise.all([
    listedTeacher(someName('Leila'), [{ day: 2, hour: 9 }]),
    person('parent', someName('Sonia')),
  ])
  const { token } = parent
  const teacherId = await teacherIdOf(teacher, parent)
  const birthYear = new Date().getFullYear() - 12
  for (const firstName of children)
    await must('POST /children', { token, body: { firstName, birthYear, educationLevel: 'primary' } })
  for (const { id: childId } of list(await must('GET /children', { token }))) {
    const wish = { teacherId, subject: 'mathematics', message: 'Fractions', childId }
    await must('POST /connections', { token, body: wish })
  }
  for (const { id } of list(await must('GET /connections', { token })))
    await must(`POST /connections/${id}/accept`, { token: teacher.token, body: { note: '' } })
  return { parent, teacher }
}

/** The result of the requests, as the parent sees it. */
export async function connectionsAre(status: string, { parent }: Family): Promise<void> {
  await eventually(async () =>
    list(await must('GET /connections', { token: parent.token })).some((one) => one['status'] === status),
  )
}

export type Twins = { name: string; emails: readonly [string, string] }

/** Two accounts with the same name and telephone. */
export async function twins(): Promise<Twins> {
  const name = someName('Nadia')
  const emails = [someAddress('twin'), someAddress('twin')] as const
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(7)), (byte) => byte % 10).join('')
  for (const email of emails) {
    const body = {
      ...registration('student', email),
      fullName: name,
      phone: `+216 2${digits}`,
      language: 'en',
    }
    await must('POST /auth/register', { body })
  }
  return { name, emails }
}

/** The duplicate alert about both. */
export const cardOf = (page: Page, { name }: Twins) =>
  page
    .getByRole('main')
    .locator('.ds-queue-item')
    .filter({ hasText: `${name} · ${name}` })

/** Waits until an account is closed: the login tells its owner. */
export async function isClosed(email: string, password: string): Promise<void> {
  await eventually(async () => {
    const { body } = await call('POST /auth/login', { body: { email, password } })
    return body['code'] === 'ACCOUNT_SUSPENDED'
  })
}

/** Opens the rows of a queue one after the other until the wanted one is beside the list. */
export async function openRow(page: Page, wanted: Locator): Promise<void> {
  const rows = page.locator('.ds-queue-item')
  await rows.first().waitFor()
  await eventually(async () => {
    for (const row of await rows.all()) {
      // the list may be loaded again between two rows
      await row.click({ timeout: 1000 }).catch(() => {})
      if (await wanted.isVisible()) return true
    }
    return false
  })
}
