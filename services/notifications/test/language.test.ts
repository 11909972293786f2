import { randomUUID } from 'node:crypto'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { deletionOf, suspensionOf } from '@darsi/kit/testing/account-events.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { headerOf } from './smtp-sink.ts'
import { type Person, someone, startForAll } from './world.ts'

const { sink, world } = await startForAll()

const account = (person: Person) => ({ userId: person.id, role: 'student' as const })
const personal = ({ email }: Person) => ({ email, fullName: 'Amal', language: 'en' as const })
const at = new Date().toISOString()

async function chooses(person: Person, language: Language, sequence = 1) {
  await world.kafka.publish('users', person.id, sequence, {
    type: 'user.preferences-changed',
    data: {
      ...account(person),
      language,
      privacy: { profileVisible: false, contactVisible: false },
      notifications: { email: true, sms: false, push: false },
    },
  })
  await eventually(async () => (await world.preferences.languageOf(person.id)) === language)
}

/** The language of the newest mail of that kind to a person, by its Content-Language or its page. */
async function languageOfMail(person: Person, kind: string): Promise<string | undefined> {
  await eventually(() => world.mails.collection.findOne({ userId: person.id, kind, state: 'sent' }))
  const mail = sink.to(person.email).at(-1)
  return mail && headerOf(mail, 'Content-Language')
}

describe('a language chosen after the registration', () => {
  const mails: [string, 'auth' | 'admin', (person: Person) => EventInput][] = [
    [
      'reset-password',
      'auth',
      (person) => ({
        type: 'user.password-reset-requested',
        data: account(person),
        personal: { ...personal(person), resetToken: 'reset-me' },
      }),
    ],
    [
      'verify-email',
      'auth',
      (person) => ({
        type: 'user.verification-requested',
        data: account(person),
        personal: { ...personal(person), verificationToken: 'verify-me' },
      }),
    ],
    [
      'account-approved',
      'admin',
      (person) => ({
        type: 'user.approved',
        data: { ...account(person), at, by: randomUUID() },
        personal: personal(person),
      }),
    ],
    [
      'account-suspended',
      'admin',
      (person) => suspensionOf({ ...account(person), at, by: randomUUID(), ...personal(person) }),
    ],
    [
      'account-deleted',
      'admin',
      (person) => deletionOf({ ...account(person), at, by: randomUUID(), ...personal(person) }),
    ],
  ]
  it.each(mails)('is the language of the mail %s of %s', async (kind, producer, event) => {
    const person = someone()
    await world.registered(person, 'en')
    expect(await languageOfMail(person, 'verify-email')).toBe('en')
    await chooses(person, 'ar')
    await world.kafka.publish(producer, person.id, 7, event(person))
    await eventually(() => sink.to(person.email).length === 2)
    expect(await languageOfMail(person, kind)).toBe('ar')
  })

  it('is the one chosen last, and a late older event does not bring an old one back', async () => {
    const person = someone()
    await chooses(person, 'ar', 2)
    await chooses(person, 'fr', 3)
    await world.kafka.publish('users', person.id, 1, {
      type: 'user.preferences-changed',
      data: {
        ...account(person),
        language: 'en',
        privacy: { profileVisible: false, contactVisible: false },
        notifications: { email: true, sms: false, push: false },
      },
    })
    const approved = mails.find(([kind]) => kind === 'account-approved')?.[2](person)
    if (!approved) throw new Error('no such mail')
    await world.kafka.publish('admin', person.id, 7, approved)
    expect(await languageOfMail(person, 'account-approved')).toBe('fr')
  })
})
