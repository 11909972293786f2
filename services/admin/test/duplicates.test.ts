import { randomUUID } from 'node:crypto'
import type { DuplicateAlert } from '@darsi/contracts/calls/admin/duplicates-api.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { personOf } from '../src/duplicates/detect.ts'
import { keysOf } from '../src/duplicates/score.ts'
import { decide } from '../src/users/decide.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const anAdmin = someone('admin')
const aSuperAdmin = someone('super-admin')

type Person = {
  fullName?: string
  phone?: string
  id?: string
  sequence?: number
  role?: 'student' | 'teacher'
}

async function registered({
  fullName = 'Someone',
  phone = '+21620123456',
  id = randomUUID(),
  sequence = 1,
  role = 'student',
}: Person) {
  const location = { governorate: 'Sfax', governorate_id: 15, delegation: 'Sfax Ville', delegation_id: 1 }
  const email = `${id}@example.tn`
  const person = { email, fullName, language: 'fr' as const, phone, location, roleData: {} }
  if (sequence === 1)
    await admin.kafka.account.registered({
      userId: id,
      role,
      status: role === 'teacher' ? 'pending' : 'approved',
      governorateId: 15,
      ...person,
    })
  await admin.kafka.account.profileChanged({
    userId: id,
    role,
    governorateId: 15,
    profileVisible: false,
    fullName,
    email,
    phone,
    location,
    sequence,
  })
  await eventually(async () => (await admin.users.byId(id))?.phone === phone)
  return id
}

const alerts = async (status = 'open') => {
  const answer = await admin.call(`GET /admin/duplicates?status=${status}`, { as: anAdmin })
  // `as`: the contract's page
  return (answer.body as { data: DuplicateAlert[] }).data
}
const alertOf = async (...ids: string[]) =>
  (await alerts()).find(({ users }) => ids.every((id) => users.some((user) => user.id === id)))
const ask = (path: string, as: Identity = anAdmin, body: object = {}) =>
  admin.call(`POST /admin/duplicates/${path}`, { as, body })

async function twoAccounts(
  name: string,
  otherSpelling: string,
  phone: string,
  role: Person['role'] = 'student',
) {
  const first = await registered({ fullName: name, phone })
  const second = await registered({ fullName: otherSpelling, phone, role })
  const alert = await eventually(() => alertOf(first, second))
  return { first, second, alert }
}

const statusOf = async (id: string) => (await admin.users.byId(id))?.status
const decided = async (id: string, status: 'approved' | 'suspended') => {
  const body = { status, notes: 'for a reason of its own' }
  expect((await admin.call(`PUT /admin/users/${id}/status`, { as: anAdmin, body })).status).toBe(200)
}

describe('duplicate alerts', () => {
  it('are raised when a person registers a second time, in another spelling', async () => {
    const { first, second, alert } = await twoAccounts('Mohamed Ben Salah', 'محمد بن صالح', '+21620111001')
    expect(alert).toMatchObject({ status: 'open', matchType: 'phone' })
    // the users service holds links between the two
    const [found, ...more] = await admin.kafka.published(
      'duplicate.found',
      [first, second].sort().join('.'),
      1,
    )
    expect(found?.data).toMatchObject({ userId: [first, second].sort()[0], by: '' })
    expect(more).toEqual([])
    // spec §3
    expect(alert).toMatchObject({
      userId: first,
      userName: 'Mohamed Ben Salah',
      duplicateUserId: second,
      duplicateName: 'محمد بن صالح',
      similarityScore: alert.similarity / 100,
      createdAt: alert.detectedAt,
    })
    expect(alert.similarity).toBeGreaterThanOrEqual(50)
    const stats = await admin.call('GET /admin/stats', { as: anAdmin })
    expect(stats.body).toMatchObject({ data: { duplicateAlerts: expect.any(Number) } })
  })

  it('are withdrawn when the accounts are no longer similar', async () => {
    const { first, second } = await twoAccounts('Walid Gharbi', 'Oualid El Gharbi', '+21620111002')
    await registered({ id: second, fullName: 'Oualid El Gharbi', phone: '+21690000002', sequence: 2 })
    await eventually(async () => (await alertOf(first, second)) === undefined)
  })

  it('are raised for one telephone, however many share the name', async () => {
    const first = await registered({ fullName: 'Mohamed Trabelsi', phone: '+21620111014' })
    const row = await eventually(() => admin.users.byId(first))
    const crowd = Array.from({ length: 450 }, (_, index) => {
      const one = { ...row, _id: randomUUID(), email: '', phone: `+2169800${String(index).padStart(4, '0')}` }
      return { ...one, dupKeys: keysOf({ ...personOf(one), phone: '' }) }
    })
    await admin.users.collection.insertMany(crowd)
    const second = await registered({ fullName: 'Mohamed Trabelsi', phone: '+21620111014' })
    await eventually(() => alertOf(first, second))
    await registered({ id: second, fullName: 'Mohamed Trabelsy', phone: '+21620111014', sequence: 2 })
    await admin.detectDuplicates(second, new Date())
    expect(await alertOf(first, second)).toBeDefined()
    await admin.users.collection.deleteMany({ _id: { $in: crowd.map(({ _id }) => _id) } })
  })

  it('are not raised again once dismissed, also when a profile changes', async () => {
    const { first, second, alert } = await twoAccounts('Ines Ayari', 'Inès El Ayari', '+21620111003')
    expect((await ask(`${alert.id}/dismiss`)).status).toBe(200)
    expect((await ask(`${alert.id}/dismiss`)).status).toBe(409)
    await registered({ id: second, fullName: 'Inès Ayari', phone: '+21620111003', sequence: 2 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await alertOf(first, second)).toBeUndefined()
  })

  it('are reviewed side by side, and the reviewer is recorded', async () => {
    const { alert } = await twoAccounts('Rim Mejri', 'Rym Majri', '+21620111004')
    const reviewed = await ask(`${alert.id}/review`)
    expect(reviewed.body).toMatchObject({ data: { reviewedAt: expect.any(String), status: 'open' } })
  })
})

describe('merging', () => {
  it('is done by a super-admin: one account stays, the other is closed and can be restored within 30 days', async () => {
    const { first, second, alert } = await twoAccounts('Sami Dridi', 'Samy Edridi', '+21620111005')
    expect((await ask(`${alert.id}/merge`, anAdmin, { keep: first })).status).toBe(403)
    const merged = await ask(`${alert.id}/merge`, aSuperAdmin, { keep: first })
    expect(merged.body).toMatchObject({ data: { status: 'merged', kept: first } })
    expect((await admin.users.byId(second))?.status).toBe('suspended')
    expect((await admin.users.byId(first))?.status).toBe('approved')
    expect((await ask(`${alert.id}/merge`, aSuperAdmin, { keep: first })).status).toBe(409)

    expect((await ask(`${alert.id}/undo`, aSuperAdmin)).status).toBe(200)
    expect((await admin.users.byId(second))?.status).toBe('approved')
  })

  it('becomes final after 30 days: the closed account is erased everywhere', async () => {
    const { first, second, alert } = await twoAccounts('Karim Sassi', 'Kareem Sassy', '+21620111006')
    await ask(`${alert.id}/merge`, aSuperAdmin, { keep: first })
    await admin.merging.settle(new Date(Date.now() + 29 * 24 * 3600_000))
    expect(await admin.users.byId(second)).not.toBeNull()
    await admin.merging.settle(new Date(Date.now() + 31 * 24 * 3600_000))
    expect(await admin.users.byId(second)).toBeNull()
    expect((await ask(`${alert.id}/undo`, aSuperAdmin)).status).toBe(404)
  })

  it('also erases the closed account when the remaining one is deleted first', async () => {
    const { first, second, alert } = await twoAccounts('Leila Baccar', 'Leyla Bakkar', '+21620111015')
    await ask(`${alert.id}/merge`, aSuperAdmin, { keep: first })
    expect((await admin.call(`DELETE /admin/users/${first}`, { as: aSuperAdmin })).status).toBe(202)
    await eventually(async () => (await admin.users.byId(second)) === null)
    expect(await admin.kafka.published('user.deletion-requested', second, 1)).toHaveLength(1)
  })

  it('into an account that is being erased is refused', async () => {
    const { first, second, alert } = await twoAccounts('Faten Gharsalli', 'Fatene Garsalli', '+21620111016')
    const { collection } = admin.users
    const erasure = { pending: ['admin'], at: new Date(), by: 'root' }
    await collection.updateOne({ _id: first }, { $set: { erasure } })
    expect((await ask(`${alert.id}/merge`, aSuperAdmin, { keep: first })).status).toBe(404)
    expect(await statusOf(second)).toBe('approved')
    expect((await admin.duplicates.byId(alert.id))?.status).toBe('open')
  })

  it('into an account whose erasure started before erases only that account', async () => {
    const { first, second, alert } = await twoAccounts('Kmar Belhadj', 'Kamar Belhaj', '+21620111017')
    const erasure = { pending: ['admin'], at: new Date(), by: 'root' }
    await ask(`${alert.id}/merge`, aSuperAdmin, { keep: first })
    await admin.users.collection.updateOne({ _id: first }, { $set: { erasure } })
    await admin.merging.accountErased(first, erasure.at)
    expect(await statusOf(second)).toBe('approved')
    expect((await admin.duplicates.byId(alert.id))?.status).toBe('open')
    expect(await admin.kafka.published('user.deletion-requested', second, 0)).toEqual([])
  })

  it('keeps only one of the two', async () => {
    const { alert } = await twoAccounts('Nour Nasri', 'Noor Nasry', '+21620111007')
    expect((await ask(`${alert.id}/merge`, aSuperAdmin, { keep: randomUUID() })).status).toBe(404)
  })

  it('undoes only its own changes: an unapproved teacher is pending again', async () => {
    const { first, second, alert } = await twoAccounts(
      'Anis Zouari',
      'Aniss Zwari',
      '+21620111008',
      'teacher',
    )
    await ask(`${alert.id}/merge`, aSuperAdmin, { keep: first })
    expect(await statusOf(second)).toBe('suspended')
    expect((await ask(`${alert.id}/undo`, aSuperAdmin)).body).toMatchObject({ data: { status: 'open' } })
    expect(await statusOf(second)).toBe('pending')
    expect(await admin.kafka.published('user.reopened', second, 1)).toHaveLength(1)
    expect(await admin.kafka.published('user.reinstated', second, 0)).toEqual([])
  })

  it('does not reopen an account that was suspended for another reason', async () => {
    const { first, second, alert } = await twoAccounts('Hedi Jlassi', 'Hédi Jelassi', '+21620111009')
    await decided(second, 'suspended')
    await ask(`${alert.id}/merge`, aSuperAdmin, { keep: first })
    expect((await ask(`${alert.id}/undo`, aSuperAdmin)).status).toBe(200)
    expect(await statusOf(second)).toBe('suspended')
    expect(await alertOf(first, second)).toMatchObject({ status: 'open' })
  })

  it('of a pair by two at once, each keeping another account, closes one account', async () => {
    const { first, second, alert } = await twoAccounts('Olfa Hamdi', 'Wolfa Hamdy', '+21620111010')
    const answers = await Promise.all([
      ask(`${alert.id}/merge`, aSuperAdmin, { keep: first }),
      ask(`${alert.id}/merge`, someone('super-admin'), { keep: second }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect([await statusOf(first), await statusOf(second)].sort()).toEqual(['approved', 'suspended'])
  })

  it('ends when an administrator opens the account again: it is not erased after 30 days', async () => {
    const { first, second, alert } = await twoAccounts('Yosra Khelifi', 'Youssra Khlifi', '+21620111011')
    await ask(`${alert.id}/merge`, aSuperAdmin, { keep: first })
    await decided(second, 'approved')
    await eventually(() => alertOf(first, second))
    await admin.merging.settle(new Date(Date.now() + 31 * 24 * 3600_000))
    expect(await statusOf(second)).toBe('approved')
  })

  it('does not erase a reopened account, also before its event has arrived', async () => {
    const { first, second, alert } = await twoAccounts('Mehdi Chaabane', 'Mahdi Chaaben', '+21620111012')
    await ask(`${alert.id}/merge`, aSuperAdmin, { keep: first })
    await admin.duplicates.collection.updateOne({ _id: alert.id }, { $set: { undoUntil: new Date(0) } })
    const inTheFuture = new Date(Date.now() + 60_000)
    await decide(admin.users, {
      id: second,
      by: aSuperAdmin,
      status: 'approved',
      notes: '',
      at: inTheFuture,
      requires: [],
    })
    await admin.merging.settle(new Date())
    expect(await statusOf(second)).toBe('approved')
    await decide(admin.users, {
      id: second,
      by: anAdmin,
      status: 'suspended',
      notes: 'spam',
      at: inTheFuture,
      requires: [],
    })
    await admin.merging.settle(new Date())
    expect(await statusOf(second)).toBe('suspended')
  })

  it('is in the audit log with who did it, together with the decision', async () => {
    const { first, second, alert } = await twoAccounts('Slim Bouazizi', 'Salim Bouazizy', '+21620111013')
    await ask(`${alert.id}/review`, aSuperAdmin)
    await ask(`${alert.id}/merge`, aSuperAdmin, { keep: second })
    await ask(`${alert.id}/undo`, aSuperAdmin)
    await ask(`${alert.id}/dismiss`, anAdmin)
    const actions = await eventually(async () => {
      const { entries } = await admin.audit.page(20, null, { target: first })
      const found = entries.filter(({ action }) => action.startsWith('duplicate.'))
      return found.some(({ action }) => action === 'duplicate.merge-undone') && found
    })
    expect(actions.map(({ action, by, detail }) => [action, by, detail])).toContainEqual([
      'duplicate.merged',
      aSuperAdmin.userId,
      second,
    ])
    const dismissed = await eventually(async () => {
      const { entries } = await admin.audit.page(1, null, {
        actions: ['duplicate.dismissed'],
        by: anAdmin.userId,
      })
      return entries.find(({ target, detail }) => [target, detail].includes(first))
    })
    expect(dismissed.by).toBe(anAdmin.userId)
  })
})
