import { languages, pathIn } from '@darsi/contracts/reference/languages.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect } from '@playwright/test'
import { call, password, someAddress } from './support/api.ts'
import { expectClean } from './support/clean.ts'
import { linkIn, mailTo } from './support/mail.ts'
import { list, listedTeacher, must, one, someName, tokenOfDemo } from './support/people.ts'
import { logInOnScreen, registerOnScreen } from './support/screens.ts'
import { site } from './support/site.ts'
import { test } from './support/test.ts'

const pageOf = (slug: string) => `/teachers/${slug}`
const read = (path: string, accepted = 'en') =>
  fetch(site.url + path, { headers: { accept: 'text/html', 'accept-language': accepted } })

test.describe('the public page of a teacher', () => {
  test('is read without an account in three languages, on a phone, and is gone once it is switched off', async ({
    visitor,
  }) => {
    const token = await tokenOfDemo('teacher')
    // the demo's pages are made last, some seconds after the start
    const slug = await eventually(
      async () => String(one(await must('GET /me/public-page', { token }))['slug']) || null,
      60_000,
    )
    for (const language of languages) {
      const { page, faults } = await visitor({ language, width: 360 })
      await page.goto(pathIn(language, pageOf(slug)))
      await page.getByRole('heading', { level: 1, name: 'Karim Demo' }).waitFor()
      expect(
        await page.evaluate('document.querySelector(`img[src$="/photo"]`).naturalWidth'),
      ).toBeGreaterThan(0)
      expect(await page.evaluate('document.documentElement.lang')).toBe(language)
      await expectClean(page, faults)
      const html = await page.content()
      expect(html).not.toMatch(/@demo|\+216|demo-teacher|Yasmine/)
    }
    const sitemap = async () => (await read('/teachers-sitemap.xml')).text()
    expect(await sitemap()).toContain(`/ar/teachers/${slug}<`)
    const save = (enabled: boolean) => must('PUT /me/public-page', { token, body: { enabled, slug } })
    await save(false)
    try {
      const gone = await read(pageOf(slug), 'ar')
      expect(gone.status).toBe(404)
      expect(await gone.text()).toContain('<html lang="ar" dir="rtl">')
      expect((await read(`${pageOf(slug)}/photo`)).status).toBe(404)
      expect(await sitemap()).not.toContain(`/teachers/${slug}<`)
    } finally {
      await save(true)
    }
    expect((await read(pageOf(slug))).status).toBe(200)
  })
})

test.describe('the choice of a visitor', () => {
  test('a shared link leads an adult student to a sent request without another search', async ({
    visitor,
  }) => {
    const name = someName('Salma')
    const teacher = await listedTeacher(name, [{ day: 2, hour: 10 }])
    const slug = name.toLowerCase().replaceAll(' ', '-')
    await must('PUT /me/public-page', { token: teacher.token, body: { enabled: true, slug } })
    await eventually(async () => (await read(`/api/teacher-pages/${slug}`)).status === 200)

    const { page, faults } = await visitor({ width: 360 })
    await page.goto(pageOf(slug))
    await page.getByRole('link', { name: 'Ask for lessons', exact: true }).click()
    await page.getByText('Your choice of teacher is kept').waitFor()
    const email = someAddress('student')
    await registerOnScreen(page, 'Student', email)
    await page.goto(linkIn(await mailTo(email, /Verify/), 'verify-email'))
    await page.getByText('Your email has been successfully verified!').waitFor()
    await logInOnScreen(page, email, password)
    await page.getByRole('heading', { name: `Your request to ${name}` }).waitFor()
    await page.getByRole('dialog').getByLabel('Subject').selectOption({ index: 1 })
    await page.getByRole('dialog').getByLabel('Your year of birth').fill('1999')
    await page.getByRole('button', { name: 'Send the request' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await page.getByText(`Your request to ${name}`, { exact: true }).count()).toBe(0)
    const { body } = await call('POST /auth/login', { body: { email, password } })
    const sent = await must('GET /connections?box=sent', { token: String(Reflect.get(body, 'token')) })
    expect(list(sent)).toHaveLength(1)
    expect(faults).toEqual([])
  })

  test('visitors find teachers by filters that the address keeps', async ({ visitor }) => {
    for (const language of languages) {
      const { page, faults } = await visitor({ language, width: 360 })
      await page.goto(pathIn(language, '/teachers?subject=mathematics&type=parent'))
      const profile = page.locator('a[href*="/teachers/"]').first()
      await profile.waitFor()
      expect(await page.locator('main a[href*="teacher="]').first().getAttribute('href')).toMatch(
        /registration\?type=parent&teacher=[a-z0-9-]+&subject=mathematics/,
      )
      await expectClean(page, faults)
      expect(await page.locator('main').innerHTML()).not.toMatch(/demo-teacher|@demo|\+216/)
    }
  })
})

test.describe('an address that does not exist', () => {
  for (const language of languages)
    test(`says so in the browser’s language ${language}, before and after the script runs`, async ({
      visitor,
    }) => {
      const answer = await read('/no-such-page', language)
      expect([answer.status, answer.headers.get('vary')]).toEqual([
        404,
        expect.stringContaining('Accept-Language'),
      ])
      expect(await answer.text()).toContain(`lang="${language}"`)
      const { page, faults } = await visitor({ language, width: 360 })
      await page.goto('/no-such-page')
      const heading = await page.getByRole('heading', { level: 1 }).textContent()
      // the script replaces the mark of the prerendered page once it runs
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
      expect(await page.locator('main a').first().getAttribute('href')).toBe(pathIn(language, '/'))
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
    })
})
