import { languages, pathIn } from '@darsi/contracts/reference/languages.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect } from '@playwright/test'
import { expectClean } from './support/clean.ts'
import { must, one, tokenOfDemo } from './support/people.ts'
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
