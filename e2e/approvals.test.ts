import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect, type Page } from '@playwright/test'
import { openTab } from './support/administration.ts'
import { mailsTo } from './support/mail.ts'
import { list, must, tokenOfDemo, waitingTeachers } from './support/people.ts'
import { logInAs } from './support/screens.ts'
import { test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

/** Two for each file, with a margin: ten minutes are enough for that many. */
const mostActions = 80
// letters alone, so that one search finds these teachers and no others
const family = `Quarante${Math.random()
  .toString(36)
  .replace(/[^a-z]/g, '')
  .slice(0, 8)}`
// different people: similar names with one telephone would be duplicates
const names =
  'Amel Amine Anis Asma Bechir Chiraz Dorra Emna Fares Fatma Ghada Habib Hajer Hela Imed Ines Jamel Karim Khalil Lamia Leila Maher Manel Mehdi Mouna Nabil Nadia Nizar Olfa Rached Rania Rim Sami Selma Sirine Sonia Tarek Walid Wafa Zied'
    .split(' ')
    .map((name) => `${name} ${family}`)

const waiting = names.length

let emails: string[]
test.beforeAll(async () => {
  emails = await waitingTeachers(names)
})
/** Counts what the administrator does with mouse and keys. */
function counting(page: Page) {
  let actions = 0
  return {
    count: () => actions,
    press: async (key: string) => {
      actions++
      await page.keyboard.press(key)
    },
    click: async (name: string | RegExp) => {
      actions++
      await page.getByRole('button', { name }).click()
    },
  }
}

test.describe('a day of an administrator', () => {
  test('40 waiting teachers are decided with at most 80 clicks and keys, each audited and mailed; one can be taken back', async ({
    visitor,
  }) => {
    const { page, faults } = await visitor({ width: 1280 })
    const w = textsOf('features', 'admin', 'en')
    const users = textsOf('features', 'users', 'en')
    const queue = textsOf('client', 'queue', 'en')
    const items = page.locator('.ds-queue-item')
    const left = (count: number) => eventually(async () => (await items.count()) === count)
    await logInAs(page, 'admin')
    await openTab(page, 'user-management')
    await page.getByRole('radio', { name: users('viewQueue') }).dispatchEvent('click')
    await page.getByLabel(users('search'), { exact: true }).fill(family)
    await left(waiting)
    // the keys work only while no text field has the focus
    await page
      .getByRole('heading', { name: w('tab_user-management') })
      .first()
      .click()
    const act = counting(page)
    const mailsOfAll = async () =>
      (await Promise.all(emails.map((email) => mailsTo(email)))).map(({ length }) => length)
    const before = await mailsOfAll()

    // complete files: as many at once as one click may approve
    await act.click(/^Select the first 20 of/)
    await act.click(/Approve 20/)
    await left(waiting - 20)

    // approves ten one by one, takes the last one back, and approves it again
    for (let decided = 1; decided <= 10; decided++) {
      await act.press('a')
      await left(waiting - 20 - decided)
    }
    await act.press('z')
    await left(waiting - 29)
    await act.press('a')
    await left(waiting - 30)

    // with a reason from a template
    for (let decided = 1; decided <= 10; decided++) {
      await act.press('r')
      await page.getByLabel(queue('reasonTemplate'), { exact: true }).waitFor()
      await act.press('ArrowDown')
      await act.click(w('sendReject'))
      await left(waiting - 30 - decided)
    }
    expect(act.count()).toBeLessThanOrEqual(mostActions)

    // each decision waits for ten seconds, in which it can be taken back
    const token = await tokenOfDemo('super-admin')
    const audited = async (action: string) => {
      const entries = list(await must(`GET /superadmin/audit?action=${action}&limit=200`, { token }))
      return entries.filter(({ targetName }) => String(targetName).endsWith(family)).length
    }
    const decided = async () => `${await audited('user.approved')} ${await audited('user.suspended')}`
    await eventually(async () => (await decided()) === '30 10', 60_000)
    await eventually(
      async () => (await mailsOfAll()).every((count, index) => count === (before[index] ?? 0) + 1),
      60_000,
    )
    expect(faults).toEqual([])
  })
})
