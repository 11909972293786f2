import { formProblemTexts } from '@darsi/contracts/problems/form-problems.ts'
import { afterEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { invitation, invitedAddress } from '../../links/kept-token.ts'
import { type Answer, type Call, refusal, visit } from '../test/visit.tsx'
import { Page } from './page.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  history.replaceState(null, '', '/registration')
})

const submitted = 'Registration submitted successfully! Please check your email for verification.'
const accepted = (): Answer => ({ status: 201, body: { success: true, data: { message: submitted } } })

function open({ answer = accepted }: { answer?: (call: Call) => Answer | 'offline' } = {}) {
  const went: string[] = []
  return { ...visit(<Page go={(path) => went.push(path)} />, { answer }), went }
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))

async function choosePlace(user: UserEvent, typed: string, option: RegExp) {
  await user.type(screen.getByRole('combobox', { name: /^Governorate/ }), typed)
  // once shown, the map beside it also contains these choices
  const list = screen.getByRole('listbox', { name: /^For example/ })
  await user.click(within(list).getByRole('option', { name: option }))
}

async function fillBasics(user: UserEvent, role: RegExp) {
  await user.type(field(/^Full name/), 'Mariem Ben Salah')
  await user.type(field(/^Email address/), 'mariem@example.tn')
  await user.clear(field(/^Phone number/))
  await user.type(field(/^Phone number/), '20123456')
  await user.type(field(/^Password/), 'jasmine-tea-house')
  await user.click(screen.getByRole('radio', { name: role }))
  await choosePlace(user, 'Kass', /^Kasserine$/)
  await press(user, 'Continue')
}

it('a slip in a known domain is asked about once the field is left, and one press corrects it', async () => {
  const { user } = open({})
  await user.type(field(/^Email address/), 'mariem@gmial.com')
  expect(screen.queryByRole('button', { name: /Did you mean/ })).toBeNull()
  await user.tab()
  await user.click(screen.getByRole('button', { name: /Did you mean .*mariem@gmail\.com/ }))
  expect(field(/^Email address/).value).toBe('mariem@gmail.com')
  expect(screen.queryByRole('button', { name: /Did you mean/ })).toBeNull()
})

describe('registration by a guardian’s mailed invitation', () => {
  it('fills in the address, asks for no child, and continues to the login', async () => {
    invitation.keep('abc')
    invitedAddress.keep('salma@example.tn')
    const answer = () => ({
      status: 201,
      body: { success: true, data: { message: 'Your account is ready.', proven: true } },
    })
    const { user, calls, went } = open({ answer })
    await waitFor(() => expect(field(/^Email address/).value).toBe('salma@example.tn'))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Parent/ }).checked).toBe(true)
    await user.type(field(/^Full name/), 'Salma Ben Salah')
    await user.clear(field(/^Phone number/))
    await user.type(field(/^Phone number/), '20123456')
    await user.type(field(/^Password/), 'jasmine-tea-house')
    await choosePlace(user, 'Kass', /^Kasserine$/)
    await press(user, 'Continue')
    expect(screen.queryByLabelText(/^Child’s name/)).toBeNull()
    await press(user, 'Create account')
    await screen.findByRole('heading', { name: 'Your account is ready.' })
    expect(calls[0]?.body).toMatchObject({ email: 'salma@example.tn', userType: 'parent', invitation: 'abc' })
    expect(screen.getByText('The login page opens in a few seconds.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Correct the address' })).toBeNull()
    await waitFor(() => expect(went).toEqual(['/login']), { timeout: 4000 })
    expect(screen.queryByRole('link', { name: 'Go to Home' })).toBeNull()
  })
})

describe('registration, step 1', () => {
  it('spec §5: shows every problem in order and focuses the first', async () => {
    const { user } = open()
    await user.clear(field(/^Phone number/))
    await press(user, 'Continue')
    const shown = within(screen.getByRole('alert')).getAllByRole('listitem')
    expect(shown.map((item) => item.textContent)).toEqual(
      (
        [
          'full-name-required',
          'email-invalid',
          'phone-invalid',
          'password-too-short',
          'role-required',
          'governorate-required',
        ] as const
      ).map((code) => formProblemTexts[code].en),
    )
    expect(field(/^Full name/)).toBe(document.activeElement)
    expect(field(/^Full name/)).toHaveProperty('ariaInvalid', 'true')
  })

  it.each([
    ['Full name is required', /^Full name/, 'A'],
    ['Valid email address is required', /^Email address/, 'a@b.tn'],
    ['Password must be at least 8 characters long', /^Password/, '12345678'],
  ])('spec §4: editing a field clears its error: %s', async (message, label, typed) => {
    const { user } = open()
    await press(user, 'Continue')
    expect(screen.getAllByText(message).length).toBeGreaterThan(0)
    await user.type(field(label), typed)
    expect(screen.queryByText(message)).toBeNull()
    expect(screen.getAllByText('Please select your role').length).toBeGreaterThan(0)
  })

  it('adds the Tunisian prefix to eight digits', async () => {
    const { user } = open()
    expect(field(/^Phone number/).value.trim()).toBe('+216')
    await user.clear(field(/^Phone number/))
    await user.type(field(/^Phone number/), '0021620123456')
    await user.tab()
    expect(field(/^Phone number/).value).toBe('+216 20 123 456')
  })

  it('shows and hides the password', async () => {
    const { user } = open()
    await user.type(field(/^Password/), 'secret')
    await press(user, 'Show password')
    expect(field(/^Password/).type).toBe('text')
    await press(user, 'Hide password')
    expect(field(/^Password/).type).toBe('password')
  })

  it('preselects the role of ?type=', async () => {
    history.replaceState(null, '', '/registration?type=teacher')
    open()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Teacher/ }).checked).toBe(true)
  })

  it('finds a place by its usual name, in any script', async () => {
    const { user } = open()
    await choosePlace(user, 'المرسى', /La Marsa/)
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Governorate/ }).value).toBe('Tunis')
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Delegation/ }).value).toBe('La Marsa')
  })

  it('lets the place be chosen on the map', async () => {
    const { user } = open()
    await press(user, 'Choose on the map')
    await user.click(await screen.findByRole('option', { name: 'Tataouine' }))
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Governorate/ }).value).toBe('Tataouine')
  })

  it('spec §4: another governorate clears delegation and municipality', async () => {
    const { user } = open()
    await choosePlace(user, 'Marsa', /La Marsa/)
    await user.type(field(/^Municipality/), 'Gammarth')
    await user.clear(screen.getByRole('combobox', { name: /^Governorate/ }))
    await choosePlace(user, 'Sfax', /^Sfax$/)
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Delegation/ }).value).toBe('')
    expect(field(/^Municipality/).value).toBe('')
  })

  it.each(['0', '51', '-3'])('spec §5: a service radius of %s km is refused', async (radius) => {
    const { user } = open()
    await choosePlace(user, 'Tunis', /^Tunis$/)
    await user.type(field(/^Service radius/), radius)
    await press(user, 'Continue')
    expect(screen.getAllByText('Service radius must be between 1 and 50 km').length).toBeGreaterThan(0)
  })
})

describe('registration, step 2', () => {
  it('requires a subject and the terms of a teacher', async () => {
    const { user, calls } = open()
    await fillBasics(user, /^Teacher/)
    expect(field(/Email notifications/).checked).toBe(true)
    await press(user, 'Create account')
    const shown = within(screen.getByRole('alert')).getAllByRole('listitem')
    expect(shown.map((item) => item.textContent)).toEqual([
      'Please select at least one teaching subject.',
      'Please accept the Terms of Service',
    ])
    expect(calls).toEqual([])
  })

  it('spec §2: asks for the name of another language or other subjects', async () => {
    const { user, calls } = open()
    await fillBasics(user, /^Teacher/)
    expect(screen.queryByLabelText(/Which other language/)).toBeNull()
    await user.click(field('Other language'))
    await user.type(field(/Which other language/), 'Italian')
    await user.click(field('Other subject(s)'))
    await user.type(field(/Which other subject/), 'Chess')
    await user.click(field(/I accept the/))
    await press(user, 'Create account')
    await screen.findByText(submitted)
    expect(calls[0]?.body['roleSpecificData']).toEqual({
      teachingSubjects: ['other-language', 'other-subjects'],
      otherLanguage: 'Italian',
      otherSubjects: 'Chess',
      acceptTerms: true,
      emailNotifications: true,
    })
  })

  it('shows the law to a public-school teacher', async () => {
    const { user } = open()
    await fillBasics(user, /^Teacher/)
    await user.selectOptions(field(/^Employment status/), 'public-school')
    expect(screen.getByText(/Decree 2015-1619/)).toBeTruthy()
    expect(screen.getByText(/you declare, on/)).toBeTruthy()
  })

  it('spec §4: offers the grades of the student’s level', async () => {
    const { user } = open()
    await fillBasics(user, /^Student/)
    expect(screen.queryByLabelText(/^Current grade/)).toBeNull()
    await user.selectOptions(field(/^Education level/), 'primary')
    await user.selectOptions(field(/^Current grade/), 'primary-6')
    await user.selectOptions(field(/^Education level/), 'secondary')
    expect(field(/^Current grade/).value).toBe('')
    expect(
      within(field(/^Current grade/))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Please choose', '1st Secondary', '2nd Secondary', '3rd Secondary', '4th Secondary'])
  })

  it('asks only a minor for the guardian', async () => {
    const { user } = open()
    await fillBasics(user, /^Student/)
    await user.selectOptions(field(/^Education level/), 'secondary')
    expect(field(/parent or guardian/)).toBeTruthy()
    await user.type(field(/^Year of birth/), '1990')
    expect(screen.queryByLabelText(/parent or guardian/)).toBeNull()
  })

  it('spec §2: adult learning shows its fields, and only professional English asks for the career', async () => {
    const { user, calls } = open()
    await fillBasics(user, /^Student/)
    expect(screen.queryByText('What would you like to learn?')).toBeNull()
    await user.click(field('Adult Learning'))
    await user.selectOptions(field(/What would you like to learn/), 'english')
    expect(screen.queryByLabelText(/Your profession/)).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Professional English' }))
    await user.type(field(/Your profession/), 'Nurse')
    await user.click(screen.getByRole('radio', { name: 'B1' }))
    await press(user, 'Create account')
    await screen.findByText(submitted)
    expect(calls[0]?.body['roleSpecificData']).toMatchObject({
      subjects: ['adult-learning'],
      adultLearningType: 'professional',
      englishLevel: 'B1',
      professionalCareer: 'Nurse',
    })
  })

  it('lets a parent add the child later, but not incompletely', async () => {
    const { user } = open()
    await fillBasics(user, /^Parent/)
    await user.type(field(/^Child’s name/), 'Yassine')
    await press(user, 'Create account')
    expect(screen.getAllByText('Child age must be between 5 and 25').length).toBeGreaterThan(0)
    expect(field(/^Child’s age/)).toBe(document.activeElement)
    await user.clear(field(/^Child’s name/))
    await press(user, 'Create account')
    expect(await screen.findByText(submitted)).toBeTruthy()
  })

  it('asks an administrator for a reason and says that a person decides', async () => {
    const { user, calls } = open()
    await fillBasics(user, /^Administrator/)
    expect(screen.getByText(/1-3 business days/)).toBeTruthy()
    await user.type(field(/Why do you need/), 'Lycée pilote de Kasserine')
    await press(user, 'Create account')
    await screen.findByText(submitted)
    expect(calls[0]?.body['roleSpecificData']).toEqual({ adminReason: 'Lycée pilote de Kasserine' })
  })

  it('spec §4: Back keeps the input and clears the error', async () => {
    const { user } = open()
    await fillBasics(user, /^Teacher/)
    await user.click(field('Mathematics'))
    await press(user, 'Create account')
    expect(screen.getByRole('alert')).toBeTruthy()
    await press(user, 'Back')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(field(/^Full name/).value).toBe('Mariem Ben Salah')
    expect(field(/^Password/).value).toBe('jasmine-tea-house')
    await press(user, 'Continue')
    expect(field('Mathematics').checked).toBe(true)
  })
})

describe('the draft of a registration', () => {
  it('is restored after a reload without the password', async () => {
    const { user, unmount } = open()
    await fillBasics(user, /^Teacher/)
    await user.click(field('Physics'))
    unmount()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('jasmine')
    open()
    expect(screen.getByText(/We kept what you had filled in/)).toBeTruthy()
    expect(field(/^Full name/).value).toBe('Mariem Ben Salah')
    expect(field(/^Password/).value).toBe('')
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Governorate/ }).value).toBe('Kasserine')
  })

  it('can be discarded', async () => {
    const { user, unmount } = open()
    await user.type(field(/^Full name/), 'Somebody before me')
    unmount()
    open()
    await press(user, 'Start over')
    expect(field(/^Full name/).value).toBe('')
    expect(sessionStorage.length).toBe(0)
  })

  it('is ignored if its stored value is invalid', () => {
    sessionStorage.setItem('darsi-draft/visitor/registration', '{"fullName":7,"location":null,"teacher":[]}')
    open()
    expect(field(/^Full name/).value).toBe('')
  })
})

describe('a submitted registration', () => {
  it('spec §3: sends the payload once, confirms it, and sends the mail again or corrects the address', async () => {
    const { user, calls, went } = open()
    await fillBasics(user, /^Teacher/)
    await user.click(field('Mathematics'))
    await user.click(field(/I accept the/))
    await press(user, 'Create account')
    const heading = await screen.findByRole('heading', { name: submitted })
    await waitFor(() => expect(heading).toBe(document.activeElement))
    expect(calls).toHaveLength(1)
    expect(calls[0]?.path).toBe('/auth/register')
    expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    expect(calls[0]?.body).toMatchObject({
      fullName: 'Mariem Ben Salah',
      email: 'mariem@example.tn',
      phone: '+216 20 123 456',
      password: 'jasmine-tea-house',
      userType: 'teacher',
      language: 'en',
      location: { governorate: 'Kasserine', governorate_id: 17, delegation: '', service_radius: null },
    })
    expect(sessionStorage.length).toBe(0)
    await press(user, 'Resend verification email')
    await waitFor(() => expect(calls.at(-1)?.path).toBe('/auth/resend-verification'))
    expect(calls.at(-1)?.body).toEqual({ email: 'mariem@example.tn' })
    await press(user, 'Correct the address')
    expect(field(/^Email address/).value).toBe('mariem@example.tn')
    expect(went).toEqual([])
  })

  it('shows the server’s errors at their fields and steps, and keeps the input', async () => {
    const common = 'This password is too easy to guess: it is on every list'
    const { user } = open({
      answer: () =>
        refusal(400, 'PASSWORD_COMMON', common, { errors: [{ path: 'password', message: common }] }),
    })
    await fillBasics(user, /^Teacher/)
    await user.click(field('Mathematics'))
    await user.click(field(/I accept the/))
    await press(user, 'Create account')
    await waitFor(() => expect(field(/^Password/)).toBe(document.activeElement))
    expect(screen.getAllByText(common)).toHaveLength(2)
    expect(field(/^Email address/).value).toBe('mariem@example.tn')
    await user.type(field(/^Password/), '!')
    expect(screen.queryByText(common)).toBeNull()
    await press(user, 'Continue')
    expect(field('Mathematics').checked).toBe(true)
  })

  it('spec §8: shows a network failure; the retry has the same idempotency key', async () => {
    let online = false
    const { user, calls } = open({ answer: () => (online ? accepted() : 'offline') })
    await fillBasics(user, /^Parent/)
    await press(user, 'Create account')
    expect(await screen.findByText('Network error. Please check your connection.')).toBeTruthy()
    online = true
    await press(user, 'Create account')
    await screen.findByText(submitted)
    const keys = calls.map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
  })

  it('gets a new idempotency key when the input changes', async () => {
    const { user, calls } = open({ answer: () => 'offline' })
    await fillBasics(user, /^Parent/)
    await press(user, 'Create account')
    await screen.findByText('Network error. Please check your connection.')
    await user.type(field(/^Additional information/), 'after 17:00')
    await press(user, 'Create account')
    await waitFor(() => expect(calls).toHaveLength(2))
    const keys = calls.map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('shows the server’s message if it names no field', async () => {
    const { user } = open({
      answer: () => refusal(429, 'RATE_LIMITED', 'Too many attempts. Please try again in 12 min.'),
    })
    await fillBasics(user, /^Parent/)
    await press(user, 'Create account')
    expect(await screen.findByText('Too many attempts. Please try again in 12 min.')).toBeTruthy()
  })
})
