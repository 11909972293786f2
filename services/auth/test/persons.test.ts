import type { FormerPerson } from '@darsi/contracts/events/event-parts.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { someAddress, someone } from './auth.ts'
import { consumingOfFile } from './consuming.ts'

const year = new Date().getFullYear()

const { auth, kafka } = await consumingOfFile()

describe('the register of persons', () => {
  const pupil = (email: string, over: object = {}) => ({
    ...someone('student', email),
    phone: `+216 2${String(Math.random()).slice(2, 9)}`,
    roleSpecificData: { educationLevel: 'secondary', birthYear: year - 15 },
    ...over,
  })
  const rowOf = (_id: string) => auth.parts.persons.collection.findOne({ _id })
  /** A confirmed account, with its registration read from the topic as the relay would send it. */
  const member = async (values: ReturnType<typeof someone>): Promise<string> => {
    await auth.verified(values)
    return publishRegistration(values.email)
  }
  const publishRegistration = async (email: string): Promise<string> => {
    const [event] = await auth.eventsOf(email, 'user.registered')
    if (!event) throw new Error('not registered')
    const { type, data, personal, subject } = event
    await kafka.publish('auth', subject, 1, { type, data, personal })
    await eventually(() => rowOf(subject))
    return subject
  }
  const closed = async (userId: string, email: string): Promise<void> => {
    await kafka.account.deletionRequested({ userId, by: userId, reason: 'own', language: 'en', sequence: 9 })
    await eventually(async () => (await auth.accountOf(email)) === null)
  }
  const guarded = async (
    accountId: string,
    guardianId: string,
    type: 'guardian.joined' | 'guardian.left',
  ) => {
    const guardianIds = type === 'guardian.joined' ? [guardianId] : []
    await kafka.publish('users', `child-${accountId}`, type === 'guardian.joined' ? 1 : 2, {
      type,
      data: {
        childId: `child-${accountId}`,
        accountId,
        guardianId,
        guardianIds,
        at: new Date().toISOString(),
      },
      personal: { childName: 'Amal', guardianName: '', guardians: [] },
    })
  }
  /** The profile, as users publishes it. */
  const told = async ({ email, phone, fullName, location }: ReturnType<typeof pupil>): Promise<void> => {
    const userId = String((await auth.accountOf(email))?._id)
    await kafka.account.profileChanged({
      userId,
      role: 'student',
      governorateId: null,
      profileVisible: false,
      fullName,
      email,
      phone,
      birthYear: year - 15,
      location: { ...location, municipality: '', service_radius: null, governorate_id: 1 },
    })
    await eventually(async () => (await auth.accountOf(email))?.phone)
  }
  const alert = (
    alertId: string,
    aboutIds: string[],
    reason = 'reported',
    severity: 'low' | 'high' = 'high',
  ) =>
    kafka.publish('admin', alertId, 1, {
      type: 'alert.opened',
      data: {
        ...{ alertId, reason, severity, minor: true, guardianIds: [], governorateId: null },
        ...{ aboutIds, dueAt: '', investigateBy: '', at: new Date().toISOString() },
      },
      personal: { guardians: [] },
    })
  const formerOf = async (email: string): Promise<FormerPerson | undefined> =>
    (await auth.eventsOf(email, 'user.registered'))[0]?.personal.former

  it('a minor who closes the account and registers as an adult with the same address is known', async () => {
    const email = someAddress()
    const userId = await member(pupil(email))
    await guarded(userId, 'p1', 'guardian.joined')
    await eventually(async () => (await rowOf(userId))?.guardians?.length)
    await closed(userId, email)
    await guarded(userId, 'p1', 'guardian.left')
    await eventually(async () => (await rowOf(userId))?.guardians?.[0]?.leftAt)
    const again = await auth.call('POST /auth/register', {
      body: pupil(email, { roleSpecificData: { educationLevel: 'university', birthYear: year - 20 } }),
    })
    const other = await auth.call('POST /auth/register', { body: pupil(someAddress()) })
    // the answer tells nothing
    expect([again.status, again.body]).toEqual([other.status, other.body])
    expect(await formerOf(email)).toEqual({
      accounts: [{ userId, match: 'contact', isSuspended: false, alertIds: [] }],
      age: { birthYear: year - 15, educationLevel: 'secondary' },
      guardianIds: ['p1'],
      hadGuardian: true,
    })
  })

  it('so is a member of the family with the same telephone and first name, and no other one', async () => {
    const values = pupil(someAddress())
    await closed(await member(values), values.email)
    const [same, sister] = [someAddress(), someAddress()]
    await auth.registered({ ...values, email: same, fullName: 'AMAL Bensalah' })
    await auth.registered({ ...values, email: sister, fullName: 'Rim Ben Salah' })
    expect((await formerOf(same))?.age).not.toBeNull()
    expect(await formerOf(sister)).toMatchObject({
      accounts: [{ match: 'phone' }],
      age: null,
      guardianIds: [],
    })
  })

  it('an open account is found by nothing; after an alert by its address, also while it is open', async () => {
    const values = pupil(someAddress())
    const userId = await member(values)
    const [before, after] = ['before', 'after'].map((word) => values.email.replace('@', `+${word}@`))
    await auth.registered({ ...pupil(String(before)) })
    expect(await formerOf(String(before))).toBeUndefined()
    await alert('a1', [userId])
    await eventually(async () => (await rowOf(userId))?.hashes?.length)
    await auth.registered({ ...pupil(String(after)) })
    expect((await formerOf(String(after)))?.accounts).toMatchObject([{ userId, alertIds: ['a1'] }])
  })

  it.each(['address', 'telephone and first name'])(
    'an open account with the same %s, older than the alert, is recognised when a high alert opens',
    async (same) => {
      const reported = pupil(someAddress())
      const email = same === 'address' ? reported.email.replace('@', '+older@') : someAddress()
      const older = pupil(email, same === 'address' ? {} : { phone: reported.phone })
      const sister = pupil(someAddress(), { phone: reported.phone, fullName: 'Rim Ben Salah' })
      const [olderId, sisterId] = [await member(older), await member(sister)]
      const userId = await member(reported)
      for (const one of [older, sister, reported]) await told(one)
      const alerts = [`a-${userId}`, `b-${userId}`] as const
      const low = `low-${userId}`
      await alert(low, [userId], 'reported', 'low')
      await eventually(async () => (await rowOf(userId))?.alertIds?.length)
      await alert(alerts[0], [userId])
      const [event] = await eventually(async () => {
        const events = await auth.eventsOf(email, 'user.recognised')
        return events.length > 0 && events
      })
      expect(event?.subject).toBe(olderId)
      expect(event?.personal.former.accounts).toMatchObject([
        { userId, match: 'contact', alertIds: [low, alerts[0]] },
      ])
      // the alert about the older account causes no further lookup
      await alert(alerts[1], [olderId, sisterId], 'returned')
      await eventually(async () => (await rowOf(sisterId))?.alertIds?.length)
      for (const one of [sister, reported])
        expect(await auth.eventsOf(one.email, 'user.recognised')).toEqual([])
    },
  )

  it('an account that was registered just before an alert, and published after it, is recognised too', async () => {
    const reported = pupil(someAddress())
    const userId = await member(reported)
    const values = pupil(reported.email.replace('@', '+moment@'))
    await auth.verified(values)
    expect(await formerOf(values.email)).toBeUndefined()
    await alert(`moment-${userId}`, [userId])
    await eventually(async () => (await rowOf(userId))?.followedAlertIds?.length)
    expect(await auth.eventsOf(values.email, 'user.recognised')).toEqual([])
    await publishRegistration(values.email)
    const [event] = await eventually(async () => {
      const events = await auth.eventsOf(values.email, 'user.recognised')
      return events.length > 0 && events
    })
    expect(event?.personal.former.accounts).toMatchObject([{ userId, match: 'contact' }])
  })

  it('a telephone that another account takes over is looked up too, and nothing readable is stored', async () => {
    const [first, second] = [pupil(someAddress()), pupil(someAddress())]
    const firstId = await member(first)
    await closed(firstId, first.email)
    await member(second)
    await told({ ...second, phone: first.phone, fullName: first.fullName })
    const [event] = await eventually(async () => {
      const events = await auth.eventsOf(second.email, 'user.recognised')
      return events.length > 0 && events
    })
    expect(event?.personal.former.accounts).toMatchObject([{ userId: firstId, match: 'contact' }])
    const stored = JSON.stringify(await auth.parts.persons.collection.find().toArray())
    for (const text of [first.email, first.phone, '20123456', 'Amal', second.email])
      expect(stored).not.toContain(text)
  })

  it('a registration that nobody confirmed leaves nothing; a closed account goes at the end of its period', async () => {
    const values = pupil(someAddress())
    const userId = await member(values)
    await closed(userId, values.email)
    const remove = (days: number) => auth.parts.removals.persons(new Date(Date.now() + days * dayMs))
    await remove(365)
    expect(await rowOf(userId)).not.toBeNull()
    await remove(7 * 365)
    expect(await rowOf(userId)).toBeNull()
    const unconfirmed = pupil(someAddress())
    await auth.registered(unconfirmed)
    const id = String((await auth.accountOf(unconfirmed.email))?._id)
    await closed(id, unconfirmed.email)
    expect(await rowOf(id)).toBeNull()
  })
})
