import { expect } from '@playwright/test'
import { someAddress } from './support/api.ts'
import { linkIn, mailTo } from './support/mail.ts'
import { test } from './support/test.ts'

test.describe('the newsletter', () => {
  test('starts when the mailed link was opened; the link at the end of each mail ends it', async ({
    visitor,
  }) => {
    const { page, faults } = await visitor({ language: 'fr' })
    const email = someAddress('reader')
    await page.goto('/fr/about')
    await page.getByLabel('Votre adresse e-mail').fill(email)
    await page.getByRole('button', { name: 'S’abonner' }).click()
    await page.getByText('Presque terminé').waitFor()
    const asked = await mailTo(email, /Confirmez votre abonnement/)
    await page.goto(linkIn(asked, '/fr/newsletter?token='))
    await page.getByRole('button', { name: 'Confirmer' }).click()
    await page.getByText('Merci ! Votre abonnement est confirmé.').waitFor()
    expect(page.url()).not.toContain('token=')
    const welcome = await mailTo(email, /Votre abonnement est confirmé/)
    await page.goto(linkIn(welcome, '/fr/newsletter/leave?token='))
    await page.getByRole('button', { name: 'Se désabonner' }).click()
    await page.getByText('Désabonnement enregistré.').waitFor()
    expect(faults).toEqual([])
  })
})

test.describe('the contact form', () => {
  test('shows the specification’s thanks; the sender gets a copy, support the message', async ({
    visitor,
  }) => {
    const { page, faults } = await visitor()
    const email = someAddress('writer')
    await page.goto('/contact')
    const form = page.locator('form.contact-form')
    await form.getByLabel('Name').fill('Amal')
    await form.getByLabel('Email address').fill(email)
    await form.getByLabel('You are').selectOption('parent')
    await form.getByLabel('Subject').selectOption('feedback')
    await form.getByLabel('Message').fill(`Thank you for the map. ${email.split('@')[0]}`)
    await form.getByRole('button', { name: 'Send message' }).click()
    await form
      .getByText('Thank you for your message! Our tutoring excellence team will respond within 2 hours.')
      .waitFor()
    expect(await form.getByLabel('Message').inputValue()).toBe('')
    const copy = await mailTo(email, /We received your message/)
    const reference = /\((\w+)\)/.exec(copy.subject)?.[1] ?? 'none'
    const forwarded = await mailTo('support@darsi.example', new RegExp(reference))
    expect(forwarded.text).toContain('Thank you for the map.')
    expect(faults).toEqual([])
  })
})

test.describe('offline', () => {
  test('says so, keeps the input, and shows the pages visited before', async ({ visitor }) => {
    const { page, context } = await visitor({ offline: true })
    await page.goto('/about')
    await page.evaluate('navigator.serviceWorker.ready')
    await page.goto('/contact')
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByText('Network error. Please check your connection.').first().waitFor()
    await page.goto('/about')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.title()).toContain('About')
  })
})
