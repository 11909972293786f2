import { eventually, testServers } from '@darsi/kit/testing/testing.ts'
import { afterAll, describe, expect, it } from '@jest/globals'
import { someone, start } from './world.ts'

const world = await start(testServers().smtpUrl)
afterAll(() => world.close())

type Shown = { to: { address: string }[]; subject: string; text: string; html: string }

async function inbox(email: string): Promise<Shown[]> {
  const response = await fetch(`${testServers().maildevUrl}/email`)
  const all = (await response.json()) as Shown[]
  return all.filter((mail) => mail.to[0]?.address === email)
}
const arrived = (email: string) =>
  eventually(async () => {
    const [mail] = await inbox(email)
    return mail
  })

describe('from an event to one mail', () => {
  it('the verification mail arrives with its link, in the reader’s language', async () => {
    const person = someone()
    await world.registered(person, 'ar')
    const mail = await arrived(person.email)
    expect(mail.subject).toBe('تأكيد عنوان بريدك الإلكتروني')
    expect(mail.text).toContain('https://darsi.example/ar/verify-email?token=secret-token#email=')
    expect(mail.html).toContain('dir="rtl"')
  })

  it('the same event ten times, and once more later, makes one mail', async () => {
    const person = someone()
    await Promise.all(Array.from({ length: 10 }, () => world.registered(person)))
    await world.settled(person)
    await world.registered(person)
    const marker = someone()
    await world.registered(marker)
    await world.settled(marker)
    expect(await inbox(person.email)).toHaveLength(1)
  })

  it('a sent mail keeps neither its address nor its token', async () => {
    const person = someone()
    await world.registered(person)
    const kept = JSON.stringify(await world.settled(person))
    expect(kept).not.toContain('sealed')
    expect(kept).not.toContain(person.email)
  })

  it('the owner of a session that was ended as a copy gets a mail, also for a device without a name', async () => {
    const person = someone()
    await world.kafka.publish('auth', person.id, 1, {
      type: 'user.session-ended',
      data: { userId: person.id, role: 'parent', at: new Date().toISOString(), reason: 'reuse' },
      personal: { email: person.email, fullName: 'Amal', language: 'fr', device: '' },
    })
    const mail = await arrived(person.email)
    expect(mail.subject).toBe('Nous avons mis fin à une de vos sessions')
    expect(mail.text).toContain('appareil inconnu')
    expect(mail.text).toContain('https://darsi.example/fr/forgot-password')
  })

  it('an unconfirmed account is erased without a mail, because its address may be a stranger’s', async () => {
    const person = someone()
    await world.kafka.account.deletionRequested({
      userId: person.id,
      by: 'auth',
      reason: 'unconfirmed',
      email: person.email,
      fullName: 'Amal',
      language: 'en',
    })
    await world.kafka.published('user.erased', person.id, 1)
    expect(await inbox(person.email)).toEqual([])
  })

  it('takes milliseconds, not polling intervals', async () => {
    const times: number[] = []
    for (let round = 0; round < 15; round++) {
      const person = someone()
      const started = performance.now()
      await world.registered(person)
      await world.settled(person)
      times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    // a sweep would take 1,000; `eventually` looks every 50 ms
    expect(times[7]).toBeLessThan(1000)
  })
})
