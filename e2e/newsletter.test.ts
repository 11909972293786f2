import { expect, type Page } from '@playwright/test'
import { openTab } from './support/administration.ts'
import { call, someAddress } from './support/api.ts'
import { expectClean } from './support/clean.ts'
import { linkIn, mailsTo, mailTo } from './support/mail.ts'
import { must } from './support/people.ts'
import { logInAs } from './support/screens.ts'
import { site } from './support/site.ts'
import { test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

const w = textsOf('features', 'newsletter', 'en')
const tokenIn = (link: string) => new URL(link).searchParams.get('token')

/** A confirmed reader of the newsletter in French. */
async function reader(): Promise<string> {
  const email = someAddress('reader')
  const headers = { 'accept-language': 'fr' }
  await call('POST /newsletter', { body: { email }, headers })
  const asked = await mailTo(email, /Confirmez votre abonnement/)
  await must('POST /newsletter/confirm', { body: { token: tokenIn(linkIn(asked, '/newsletter?token=')) } })
  await mailTo(email, /Votre abonnement est confirmé/)
  return email
}

async function write(page: Page, language: string, subject: string, body: string): Promise<void> {
  await page.getByRole('radio', { name: language, exact: true }).dispatchEvent('click')
  await page.getByLabel(w('subject'), { exact: true }).fill(subject)
  await page.getByLabel(w('body'), { exact: true }).fill(body)
}

test.describe('a newsletter', () => {
  test('is written in three languages, tried out, sent to each confirmed reader once, and left with one click', async ({
    visitor,
  }) => {
    const [stays, leaves] = [await reader(), await reader()]
    const { page, faults } = await visitor({ width: 1280 })
    await logInAs(page, 'super-admin')
    await openTab(page, 'newsletter')
    const mark = stays.split('@')[0] ?? ''
    await write(page, 'English', `News ${mark}`, '# Hello\n\nNews.')
    await write(page, 'العربية', `أخبار ${mark}`, '# أهلًا\n\nأخبار.')
    await write(
      page,
      'Français',
      `Nouvelles ${mark}`,
      '# Bonjour\n\nVoici **nos nouvelles** et [un lien](https://darsi.example/fr/blog) <b>.</b>\n\n- un\n- deux',
    )
    await page.getByRole('heading', { name: 'Bonjour' }).waitFor()
    await page.getByText('<b>').first().waitFor()
    await expectClean(page, faults)

    await page.getByRole('button', { name: w('test', { language: 'Français' }) }).click()
    await mailTo('superadmin@demo.darsi.example', new RegExp(`Essai : Nouvelles ${mark}`))

    await page.getByRole('button', { name: w('send') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: w('sendNow') })
      .click()
    await page.getByText(w('sent')).waitFor()
    for (const email of [stays, leaves]) {
      const mail = await mailTo(email, new RegExp(`^Nouvelles ${mark}`))
      expect(mail.html).toContain('<strong>nos nouvelles</strong>')
      expect(mail.html).toContain('&lt;b&gt;')
      expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    }
    await page.getByRole('row', { name: `News ${mark}` }).waitFor()
    expect((await mailsTo(stays)).filter(({ subject }) => subject.startsWith('Nouvelles'))).toHaveLength(1)

    // what a mail program does with its button
    const last = await mailTo(leaves, /^Nouvelles/)
    const [, address = ''] = /<([^>]+)>/.exec(String(last.headers['list-unsubscribe'])) ?? []
    const answer = await fetch(`${site.url}${new URL(address).pathname}${new URL(address).search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(200)
    const page2 = await fetch(`${site.url}${new URL(address).pathname}${new URL(address).search}`, {
      redirect: 'manual',
    })
    expect([page2.status, String(page2.headers.get('location'))]).toEqual([
      303,
      expect.stringContaining('/newsletter/leave?token='),
    ])
  })
})
