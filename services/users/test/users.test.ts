import { randomUUID } from 'node:crypto'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { deletionOf } from '@darsi/kit/testing/account-events.ts'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { phoneOf, registered, worldOfFile } from './world.ts'

const users = await worldOfFile()

const profiles = () => users.connection.collection<{ _id: string; erasedAt?: Date }>('profiles')
const deletion = (userId: string): EventInput =>
  deletionOf({ userId, fullName: 'Amal Ben Salah', language: 'ar' })

async function someoneWithProfile(role: Role = 'student') {
  const as = someone(role)
  await users.kafka.publish('auth', as.userId, 1, registered(as.userId, role))
  await eventually(async () => (await users.call('GET /me/profile', { as })).status === 200)
  return as
}
const get = async (as: ReturnType<typeof someone>) => {
  const answer = await users.call('GET /me/profile', { as })
  // `as`: the success envelope
  return { ...answer, data: answer.body['data'] as Record<string, unknown> }
}
const published = (userId: string, atLeast: number) =>
  users.kafka.published('user.profile-changed', userId, atLeast)

describe('a profile', () => {
  it('is not ready until the account’s event has arrived, and says when to ask again', async () => {
    const answer = await users.call('GET /me/profile', { as: someone('student') })
    expect(answer).toMatchObject({ status: 503, body: { code: 'PROFILE_NOT_READY' } })
    expect(answer.headers.get('retry-after')).toBe('1')
    const change = await users.call('PATCH /me/profile', { as: someone('student'), body: { version: 1 } })
    expect(change.status).toBe(503)
  })

  it('comes from user.registered with the specification’s fields and never the mailed token', async () => {
    const as = await someoneWithProfile()
    const { data } = await get(as)
    expect(data).toMatchObject({
      id: as.userId,
      email: `${as.userId}@example.tn`,
      full_name: 'Amal Ben Salah',
      phone: phoneOf(as.userId),
      role: 'student',
      governorate: 'Tunis',
      delegation: 'La Marsa',
      local_area: 'Sidi Abdelaziz',
      version: 1,
    })
    expect(JSON.stringify(await profiles().findOne({ _id: as.userId }))).not.toContain('secret')
    const [event] = await published(as.userId, 1)
    expect(event).toMatchObject({
      sequence: 1,
      data: { userId: as.userId, role: 'student', governorateId: 1, profileVisible: false },
      personal: { fullName: 'Amal Ben Salah', email: `${as.userId}@example.tn` },
    })
  })

  it('is made once however often the event comes', async () => {
    const as = await someoneWithProfile()
    for (let i = 0; i < 3; i++) await users.kafka.publish('auth', as.userId, 1, registered(as.userId))
    const other = await someoneWithProfile()
    expect(other.userId).not.toBe(as.userId)
    expect(await profiles().findOne({ _id: as.userId })).toMatchObject({ v: 1 })
  })

  it('exists for an invited administrator', async () => {
    const as = someone('admin')
    await users.kafka.publish('auth', as.userId, 1, {
      type: 'user.invited',
      data: { userId: as.userId, role: 'admin', status: 'approved', createdAt: new Date().toISOString() },
      personal: { email: 'new@darsi.tn', fullName: 'New Admin', language: 'en', invitationToken: 'secret' },
    })
    await eventually(async () => (await get(as)).status === 200)
    expect((await get(as)).data).toMatchObject({
      full_name: 'New Admin',
      governorate: '',
      location: { governorate_id: null },
    })
  })

  it('is changed by its owner and published to the other services', async () => {
    const as = await someoneWithProfile('teacher')
    const body = { version: 1, phone: '+216 98 765 432', roleData: { bio: 'Professeure', hourlyRate: 45 } }
    const answer = await users.call('PATCH /me/profile', { as, body })
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { phone: '+21698765432', version: 2, roleData: { bio: 'Professeure', hourlyRate: 45 } } },
    })
    const events = await published(as.userId, 2)
    expect(events.at(-1)).toMatchObject({ sequence: 2, personal: { phone: '+21698765432' } })
  })

  it.each([
    ['Full name cannot be changed', { fullName: 'Other' }],
    ['You can change your email address under “Security”', { email: 'other@example.tn' }],
    ['Valid Tunisian phone number is required', { phone: '12345678' }],
  ])('“%s”', async (error, body) => {
    const as = await someoneWithProfile()
    const answer = await users.call('PATCH /me/profile', { as, body: { version: 1, ...body } })
    expect(answer).toMatchObject({ status: 400, body: { error } })
  })

  it('saved from two tabs at once is saved once; the other tab gets an error and loses nothing', async () => {
    const as = await someoneWithProfile()
    const phones = Array.from({ length: 10 }, (_, index) => `+2162000000${index}`)
    const answers = await Promise.all(
      phones.map((phone) => users.call('PATCH /me/profile', { as, body: { version: 1, phone } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const stale = answers.filter(({ status }) => status === 409)
    expect(stale).toHaveLength(9)
    expect(stale[0]?.body).toMatchObject({ code: 'STALE_VERSION', version: 2 })
  })

  it('takes the new address that auth confirmed, and an old event does not bring the old one back', async () => {
    const as = await someoneWithProfile()
    const changed = (email: string): EventInput => ({
      type: 'user.email-changed',
      data: { userId: as.userId, role: 'student' },
      personal: { email, fullName: 'Amal Ben Salah', language: 'ar', oldEmail: 'x@example.tn' },
    })
    await users.kafka.publish('auth', as.userId, 5, changed('new@example.tn'))
    await eventually(async () => (await get(as)).data['email'] === 'new@example.tn')
    await users.kafka.publish('auth', as.userId, 3, changed('older@example.tn'))
    await users.kafka.publish('auth', as.userId, 6, changed('newest@example.tn'))
    await eventually(async () => (await get(as)).data['email'] === 'newest@example.tn')
    const events = await published(as.userId, 3)
    expect(events.map(({ personal }) => personal.email)).not.toContain('older@example.tn')
  })
})

describe('an account that the owner of its address took over', () => {
  it('loses everything that was entered before except the name, once: later entries of the owner stay', async () => {
    const as = await someoneWithProfile('teacher')
    const reclaimed: EventInput = {
      type: 'user.reclaimed',
      data: { userId: as.userId, role: 'teacher', verifiedAt: new Date().toISOString() },
      personal: { email: `${as.userId}@example.tn`, fullName: 'Amal Ben Salah', language: 'ar' },
    }
    await users.call('PATCH /me/profile', { as, body: { version: 1, roleData: { bio: 'A stranger' } } })
    await users.kafka.publish('auth', as.userId, 4, reclaimed)
    await eventually(async () => (await get(as)).data['phone'] === '')
    const { data } = await get(as)
    expect(data).toMatchObject({ full_name: 'Amal Ben Salah', governorate: '', local_area: '', roleData: {} })
    const last = (await published(as.userId, 3)).at(-1)
    expect(last?.personal).toMatchObject({ phone: '', location: { governorate: '' } })
    const body = { version: data['version'], phone: '+216 98 765 432' }
    expect((await users.call('PATCH /me/profile', { as, body })).status).toBe(200)
    await users.kafka.publish('auth', as.userId, 4, reclaimed)
    await users.kafka.publish('auth', as.userId, 5, {
      type: 'user.email-changed',
      data: { userId: as.userId, role: 'teacher' },
      personal: { email: 'later@example.tn', fullName: 'Amal', language: 'ar', oldEmail: 'x@example.tn' },
    })
    await eventually(async () => (await get(as)).data['email'] === 'later@example.tn')
    expect((await get(as)).data['phone']).toBe('+21698765432')
  })

  it('has neither the child nor the favourites of the person who registered it', async () => {
    const as = someone('parent')
    const roleData = { childName: 'Adam', childAge: 11, childEducationLevel: 'primary', childGrade: '6' }
    await users.kafka.publish('auth', as.userId, 1, registered(as.userId, 'parent', { roleData }))
    const [child] = await eventually(async () => {
      const found = await users.children.ofGuardian(as.userId)
      return found.length === 1 && found
    })
    await users.favorites.add(as.userId, 'a-teacher', new Date())
    await users.kafka.publish('auth', as.userId, 2, {
      type: 'user.reclaimed',
      data: { userId: as.userId, role: 'parent', verifiedAt: new Date().toISOString() },
      personal: { email: `${as.userId}@example.tn`, fullName: 'Amal Ben Salah', language: 'ar' },
    })
    await eventually(async () => (await users.children.ofGuardian(as.userId)).length === 0)
    const left = await users.kafka.published('guardian.left', child?._id ?? '', 1)
    expect(left).toMatchObject([{ data: { guardianId: as.userId, guardianIds: [] } }])
    expect(await users.favorites.of(as.userId)).toEqual([])
  })
})

describe('preferences', () => {
  const wanted = {
    language: 'fr',
    privacy: { profileVisible: true, contactVisible: false },
    notifications: { email: false, sms: true, push: false },
  }

  it('start with the language of registration and nothing visible', async () => {
    const as = await someoneWithProfile()
    expect((await users.call('GET /me/preferences', { as })).body['data']).toEqual({
      language: 'ar',
      privacy: { profileVisible: false, contactVisible: false },
      notifications: { email: true, sms: false, push: false },
    })
  })

  it('are returned by the next read, published once, and do not change the profile’s version', async () => {
    const as = await someoneWithProfile()
    for (let i = 0; i < 2; i++)
      expect((await users.call('PUT /me/preferences', { as, body: wanted })).body['data']).toEqual(wanted)
    expect((await users.call('GET /me/preferences', { as })).body['data']).toEqual(wanted)
    expect((await get(as)).data['version']).toBe(1)
    const events = await users.kafka.published('user.preferences-changed', as.userId, 1)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ sequence: 2, data: { userId: as.userId, ...wanted } })
  })

  it('refuse unknown fields', async () => {
    const as = await someoneWithProfile()
    expect((await users.call('PUT /me/preferences', { as, body: { ...wanted, role: 'admin' } })).status).toBe(
      400,
    )
  })
})

describe('erasure', () => {
  it('leaves a tombstone, publishes it once, and late events do not restore the account', async () => {
    const as = await someoneWithProfile()
    for (let i = 1; i <= 2; i++) await users.kafka.publish('admin', as.userId, i, deletion(as.userId))
    await users.kafka.published('user.erased', as.userId, 1)
    await users.kafka.publish('auth', as.userId, 1, registered(as.userId))
    await someoneWithProfile()
    expect((await get(as)).status).toBe(503)
    expect((await users.call('PUT /me/preferences', { as, body: {} })).status).toBe(400)
    const left = await profiles().findOne({ _id: as.userId })
    expect(JSON.stringify(left)).not.toMatch(/example\.tn|Amal|\+216/)
    const erased = await users.kafka.published('user.erased', as.userId)
    expect(erased.map(({ data }) => data.service)).toEqual(['users'])
  })

  it('before the account’s own event arrives still wins', async () => {
    const userId = randomUUID()
    await users.kafka.publish('admin', userId, 1, deletion(userId))
    await users.kafka.publish('auth', userId, 1, registered(userId))
    await someoneWithProfile()
    await eventually(async () => (await profiles().findOne({ _id: userId }))?.erasedAt)
    expect(await users.kafka.published('user.erased', userId, 1)).toHaveLength(1)
  })
})

it('a profile cannot be read without signing in', async () => {
  expect((await users.call('GET /me/profile')).status).toBe(401)
})
