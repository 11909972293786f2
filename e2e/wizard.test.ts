import { type FormProblemSlug, formProblemTexts } from '@darsi/contracts/problems/form-problems.ts'
import { type Language, languages, pathIn } from '@darsi/contracts/reference/languages.ts'
import { educationLevels } from '@darsi/contracts/reference/levels.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { selfRegistrationRoles } from '@darsi/contracts/reference/roles.ts'
import { subjectLabel } from '@darsi/contracts/reference/subjects.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { password, someAddress } from './support/api.ts'
import { isNight } from './support/night.ts'
import { test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

type Role = (typeof selfRegistrationRoles)[number]
type Code = FormProblemSlug

const all = selfRegistrationRoles.flatMap((role) => languages.map((language) => [role, language] as const))
/** By day each role once, and each language at least once. */
const isByDay = ([role, language]: (typeof all)[number]) =>
  languages.indexOf(language) === selfRegistrationRoles.indexOf(role) % languages.length
const cases = isNight ? all : all.filter(isByDay)

test.describe('registration, step by step', () => {
  for (const [role, language] of cases)
    test(`as ${role} in ${language}: shows every error once, in the page’s language and at its field, then creates the account`, async ({
      visitor,
    }) => {
      const { page, faults } = await visitor({ language, width: 360 })
      const wizard = open(page, role, language)
      await page.goto(pathIn(language, '/registration'))
      await firstStep(wizard)
      await secondStep[role](wizard)
      await send(wizard)
      expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
    })
})

type Wizard = ReturnType<typeof open>

function open(page: Page, role: Role, language: Language) {
  const t = textsOf('shell', 'registration', language)
  const form = page.locator('form.wizard')
  return {
    page,
    form,
    role,
    language,
    t,
    field: (label: string) => form.getByLabel(label).first(),
    press: (name: string) => form.getByRole('button', { name, exact: true }).click(),
    /** Exactly these errors, above the form and at their fields. */
    refused: async (...codes: Code[]) => {
      const texts = codes.map((code) => formProblemTexts[code][language])
      const alert = form.getByRole('alert')
      await alert
        .getByText(texts[0] ?? '')
        .first()
        .waitFor()
      const shown = codes.length === 1 ? alert : alert.getByRole('listitem')
      expect((await shown.allInnerTexts()).map((text) => text.trim())).toEqual(texts)
      for (const text of texts) await form.locator('.ds-error').getByText(text).first().waitFor()
      expect(await form.locator('.ds-error').count()).toBe(texts.length)
      expect(
        await page.evaluate('document.activeElement?.closest(".ds-field-invalid, .ds-choice") !== null'),
      ).toBe(true)
    },
  }
}

/** spec §5: the rules of the first step in order. */
async function firstStep({ page, form, role, language, t, field, press, refused }: Wizard): Promise<void> {
  await field(t('phone')).fill('')
  await press(t('continue'))
  await refused(
    'full-name-required',
    'email-invalid',
    'phone-invalid',
    'password-too-short',
    'role-required',
    'governorate-required',
  )
  await field(t('fullName')).fill('Amal Ben Salah')
  await field(t('email')).fill(someAddress(`wizard-${role}`))
  await field(t('phone')).fill('20 123 456')
  await field(t('password')).fill(role === 'admin' ? 'jasmin-thé-9' : 'a'.repeat(129))
  await form.getByRole('radio', { name: t(`role_${role}`) }).dispatchEvent('click')
  await choosePlace(page, form, t, language)
  await field(t('serviceRadius')).fill('51')
  await press(t('continue'))
  await refused(role === 'admin' ? 'admin-password-too-short' : 'password-too-long', 'service-radius-invalid')
  await field(t('password')).fill(password)
  await field(t('serviceRadius')).fill('12')
  await press(t('continue'))
  await form.getByRole('heading', { name: t(`details_${role}`) }).waitFor()
  await press(t('back'))
  expect(await field(t('fullName')).inputValue()).toBe('Amal Ben Salah')
  await press(t('continue'))
}

/** Choosing a delegation is enough: its governorate comes with it. */
async function choosePlace(page: Page, form: Locator, t: Wizard['t'], language: Language): Promise<void> {
  await form.getByRole('combobox', { name: t('governorate') }).fill('kasserine')
  const kasserine = governorates.find(({ name }) => name.en === 'Kasserine')?.name[language] ?? ''
  await page.getByRole('option', { name: kasserine, exact: true }).first().click()
}

const secondStep: { [R in Role]: (wizard: Wizard) => Promise<void> } = {
  teacher: async ({ form, t, language, press, refused }) => {
    await press(t('createAccount'))
    await refused('teaching-subject-required', 'terms-required')
    await form.getByText(subjectLabel('mathematics', language), { exact: true }).click()
    const terms = form.locator('.ds-tick').filter({ has: form.page().locator('a[href*="/terms"]') })
    await terms.locator('input').dispatchEvent('click')
  },
  student: async ({ form, t, language, field, press, refused }) => {
    await field(t('educationLevel')).selectOption({ label: educationLevels.college[language] })
    await field(t('birthYear')).fill('1900')
    await field(t('guardianEmail')).fill('nobody')
    await press(t('createAccount'))
    await refused('birth-year-invalid', 'guardian-email-invalid')
    await field(t('birthYear')).fill('2012')
    await field(t('guardianEmail')).fill(someAddress('guardian'))
    await form.getByText(subjectLabel('mathematics', language), { exact: true }).click()
  },
  parent: async ({ t, field, press, refused }) => {
    await field(t('childAge')).fill('26')
    await press(t('createAccount'))
    await refused('child-name-required', 'child-age-invalid')
    await field(t('childName')).fill('Yassine')
    await field(t('childAge')).fill('9')
  },
  admin: async ({ t, field }) => {
    await field(t('adminReason')).fill('Coordinates the tutors of a school')
  },
}

/** First offline: every field is kept. Then the account, and what helps if no mail arrives. */
async function send({ page, form, role, language, t, press }: Wizard): Promise<void> {
  await page.route('**/api/auth/register', (route) => route.abort('failed'), { times: 1 })
  await press(t('createAccount'))
  await form
    .getByText(textsOf('design', 'ui', language)('networkError'))
    .first()
    .waitFor()
  await press(t('createAccount'))
  await page.getByText(messageText('registered', language)).first().waitFor()
  if (role !== 'admin')
    await page.getByRole('button', { name: textsOf('shell', 'resend', language)('resend') }).waitFor()
}
