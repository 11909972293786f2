import { eventually, someone as identity } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { readMailbox } from '../src/mails/returned/mailbox.ts'
import { deliveryStatus, imapServer } from './imap-server.ts'
import { smtpSink } from './smtp-sink.ts'
import { type Person, someone, start } from './world.ts'

const sink = await smtpSink()
const mailbox = await imapServer()
const world = await start(sink.url, '', undefined, mailbox.url)
afterAll(async () => {
  await world.close()
  await mailbox.close()
  await sink.close()
})

const support = 'support@darsi.example'
const { returned, notices, mails } = world
let sequence = 1
/** The return address of one more mail to the person. */
async function mailed(person: Person): Promise<string> {
  sequence += 1
  const before = sink.to(person.email).length
  await world.kafka.publish('auth', person.id, sequence, {
    type: 'user.password-changed',
    data: { userId: person.id, role: 'parent', how: 'change' },
    personal: { email: person.email, fullName: 'Amal', language: 'fr' },
  })
  return eventually(async () => sink.to(person.email)[before]?.from)
}
const round = () => {
  if (!world.returnedMails) throw new Error('no mailbox')
  return readMailbox(mailbox.url, world.returnedMails.takeBack)
}
const isWarned = async ({ id }: Person) =>
  (await world.call('GET /notifications', { as: identity('parent', id) })).body['mailsReturn']
const reports = (person: Person) => world.kafka.published('user.mail-returned', person.id)
const told = (person: Person) =>
  notices.collection.countDocuments({ userId: person.id, kind: 'email-returned' })
const teamMails = (person: Person) =>
  mails.collection.countDocuments({ userId: person.id, kind: 'email-returned' })
const settled = (person: Person, count: number) =>
  eventually(async () => (await told(person)) === count && (await teamMails(person)) === count)

let person: Person
beforeEach(() => {
  person = someone()
})

describe('a mail that comes back', () => {
  it('is reported once, to the person by a notice and to the team by a mail with the account, and then deleted', async () => {
    const from = await mailed(person)
    expect(await isWarned(person)).toBe(false)
    expect(from).toMatch(/^bounces\+[a-f\d]{32}@darsi\.example$/)
    mailbox.receive(deliveryStatus(from))
    await round()
    await settled(person, 1)
    expect(mailbox.left()).toEqual([])
    const toTeam = await eventually(async () => sink.to(support).find(({ raw }) => raw.includes(person.id)))
    expect(toTeam.raw).not.toContain(person.email)
    // the same once more, as after a stop before the deletion, and another mail to the address
    mailbox.receive(deliveryStatus(from))
    mailbox.receive(deliveryStatus(await mailed(person)))
    await Promise.all([round(), round()])
    expect(mailbox.left()).toEqual([])
    expect(await reports(person)).toHaveLength(1)
    expect([await told(person), await teamMails(person)]).toEqual([1, 1])
    expect(await isWarned(person)).toBe(true)
  })

  it('for a reason that may pass is reported when three different mails did', async () => {
    const full = { status: '5.2.2' }
    const first = await mailed(person)
    for (const from of [first, first, await mailed(person)]) mailbox.receive(deliveryStatus(from, full))
    await round()
    expect(await returned.reportedAt(person.id)).toBeNull()
    mailbox.receive(deliveryStatus(await mailed(person), full))
    await round()
    await settled(person, 1)
  })

  it('says nothing about an address that the account got later', async () => {
    const from = await mailed(person)
    await returned.forget(person.id, new Date())
    mailbox.receive(deliveryStatus(from))
    await round()
    expect(await returned.reportedAt(person.id)).toBeNull()
  })

  it.each(['user.email-changed', 'user.password-changed'] as const)(
    'is over after %s: a new address, or the link of a reset that arrived',
    async (type) => {
      const from = await mailed(person)
      mailbox.receive(deliveryStatus(from))
      await round()
      expect(await isWarned(person)).toBe(true)
      sequence += 1
      const account = { userId: person.id, role: 'parent' as const }
      const owner = { email: person.email, fullName: 'Amal', language: 'fr' as const }
      await world.kafka.publish(
        'auth',
        person.id,
        sequence,
        type === 'user.email-changed'
          ? { type, data: account, personal: { ...owner, email: 'new@example.tn', oldEmail: person.email } }
          : { type, data: { ...account, how: 'reset' }, personal: owner },
      )
      await eventually(async () => (await isWarned(person)) === false)
    },
  )

  it.each([
    ['with a code that nobody sent', () => deliveryStatus(`bounces+${'0'.repeat(32)}@darsi.example`)],
    ['to another address', () => deliveryStatus('bounces@darsi.example')],
    ['that is only late', (from: string) => deliveryStatus(from, { action: 'delayed', status: '4.4.1' })],
    ['that is an automatic answer', (from: string) => `To: ${from}\nSubject: away\n\nBack on Monday.\n`],
  ])('%s changes nothing and is left for a person to read', async (_, message) => {
    const left = mailbox.left().length
    mailbox.receive(message(await mailed(person)))
    await round()
    expect(mailbox.left().slice(left)).toEqual([true])
    expect(await returned.collection.countDocuments({ _id: person.id })).toBe(0)
  })

  it('to an address that nobody has confirmed is no news about an account', async () => {
    await world.registered(person)
    const from = await eventually(async () => sink.to(person.email)[0]?.from)
    const left = mailbox.left().length
    mailbox.receive(deliveryStatus(from))
    await round()
    expect(mailbox.left()).toHaveLength(left)
    expect(await returned.collection.countDocuments({ _id: person.id })).toBe(0)
  })

  it('stays unread while the database does not answer, and is handled in the next round', async () => {
    mailbox.receive(deliveryStatus(await mailed(person)))
    await expect(
      readMailbox(mailbox.url, async () => {
        throw new Error('no database')
      }),
    ).rejects.toThrow('no database')
    await round()
    expect(await returned.reportedAt(person.id)).not.toBeNull()
  })

  it('of an erased account leaves nothing behind', async () => {
    const from = await mailed(person)
    await world.erasures.begin(person.id)
    mailbox.receive(deliveryStatus(from))
    await round()
    expect(await returned.collection.countDocuments({ _id: person.id })).toBe(0)
  })
})

it('without a mailbox mails have no such address, and nothing is read', async () => {
  const plain = await start(sink.url)
  try {
    expect(plain.returnedMails).toBeNull()
    await plain.registered(person)
    await plain.settled(person)
    expect(sink.to(person.email)[0]?.from).toBe('no-reply@darsi.example')
  } finally {
    await plain.close()
  }
})
