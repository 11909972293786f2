import { randomUUID } from 'node:crypto'
import type { ProofKind } from '@darsi/contracts/rules/proofs.ts'
import { connectionOf } from '@darsi/kit/testing/connection-events.ts'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile({ approvalRequires: ['address', 'profile', 'identity', 'diploma'] })

const at = '2026-11-21T09:00:00.000Z'

/** A pending teacher whose events arrive one by one. */
async function pendingTeacher() {
  const id = randomUUID()
  const person = { email: `${id}@example.tn`, fullName: 'Karim Jaziri', language: 'fr' as const }
  const account = { userId: id, role: 'teacher' as const }
  let bySequence = 0
  await admin.kafka.account.registered({ ...account, status: 'pending', createdAt: at, ...person })
  const profile = (missing: readonly ('bio' | 'levels')[]) =>
    admin.kafka.account.profileChanged({
      ...account,
      missing: [...missing],
      ...person,
      sequence: ++bySequence,
    })
  await profile(['bio', 'levels'])
  await eventually(async () => (await admin.users.byId(id))?.profileAt)
  return {
    id,
    verify: () =>
      admin.kafka.publish('auth', id, 2, {
        type: 'user.verified',
        data: { ...account, verifiedAt: at },
        personal: person,
      }),
    complete: () => profile([]),
    accept: (...kinds: readonly ProofKind[]) =>
      admin.kafka.publish('users', id, ++bySequence, {
        type: 'proof.decided',
        data: {
          ...{ teacherId: id, proofId: 'p1', kind: 'identity', by: 'a1', at, decision: 'accepted' },
          ...{ accepted: kinds.map((kind) => ({ kind, at })), waiting: [] },
        },
        personal: { ...person, reason: '' },
      }),
  }
}
const decide = (id: string, status: string, language = 'en') =>
  admin.call(`PUT /admin/users/${id}/status`, {
    as: someone('admin'),
    body: { status, notes: '' },
    headers: { 'accept-language': language },
  })
const approve = (id: string, language = 'en') => decide(id, 'approved', language)

describe('the approval of a teacher', () => {
  it('is refused with what is missing, in the words of each language', async () => {
    const { id } = await pendingTeacher()
    const texts: Record<string, string> = {
      en: 'Missing: confirmed email address, complete profile, identity card, diploma',
      fr: 'Il manque : adresse e-mail confirmée, profil complet, carte d’identité, diplôme',
      ar: 'بريد إلكتروني مؤكَّد وملف شخصي مكتمل وبطاقة التعريف الوطنية والشهادة العلمية',
    }
    for (const [language, text] of Object.entries(texts)) {
      const answer = await approve(id, language)
      expect([answer.status, answer.body['code']]).toEqual([409, 'APPROVAL_INCOMPLETE'])
      expect(answer.body['error']).toContain(text)
    }
    expect((await admin.users.byId(id))?.status).toBe('pending')
  })

  it('lists fewer requirements after each step, and succeeds once none is missing', async () => {
    const teacher = await pendingTeacher()
    const missing = async () =>
      String((await approve(teacher.id)).body['error'])
        .split('Missing: ')
        .at(-1)
    await teacher.verify()
    await eventually(async () => (await missing()) === 'complete profile, identity card, diploma')
    await teacher.accept('identity')
    await eventually(async () => (await missing()) === 'complete profile, diploma')
    await teacher.complete()
    await eventually(async () => (await missing()) === 'diploma')
    await teacher.accept('identity', 'diploma')
    await eventually(async () => (await approve(teacher.id)).status === 200)
    expect((await admin.users.byId(teacher.id))?.status).toBe('approved')
    expect(await admin.kafka.published('user.approved', teacher.id, 1)).toHaveLength(1)
  })

  it('asks for the same after a rejection, and no more once the teacher was approved', async () => {
    const teacher = await pendingTeacher()
    await teacher.verify()
    await teacher.complete()
    await eventually(async () => (await admin.users.byId(teacher.id))?.profileMissing?.length === 0)
    expect((await decide(teacher.id, 'suspended')).status).toBe(200)
    expect(await approve(teacher.id)).toMatchObject({ status: 409, body: { code: 'APPROVAL_INCOMPLETE' } })
    // who was rejected cannot log in to send what is missing until the account waits again
    expect((await decide(teacher.id, 'pending')).status).toBe(200)
    expect(await admin.kafka.published('user.reopened', teacher.id, 1)).toHaveLength(1)
    expect((await admin.users.byId(teacher.id))?.status).toBe('pending')
    await teacher.accept('identity', 'diploma')
    await eventually(async () => (await approve(teacher.id)).status === 200)
    await admin.call(`PUT /admin/users/${teacher.id}/status`, {
      as: someone('admin'),
      body: { status: 'suspended', notes: 'insults' },
    })
    await teacher.accept()
    await eventually(async () => (await admin.users.byId(teacher.id))?.proofs?.accepted.length === 0)
    expect(await decide(teacher.id, 'pending')).toMatchObject({ body: { code: 'DECISION_NOT_ALLOWED' } })
    expect((await approve(teacher.id)).status).toBe(200)
  })
})

describe('the connection of a minor', () => {
  const needs = { teacher: 'agreed', guardian: 'agreed', admin: 'waiting' } as const
  async function asked(teacherId: string, minor: boolean) {
    const connectionId = randomUUID()
    const given = { connectionId, teacherId, studentId: 's1', guardianIds: ['p1'], minor, needs }
    const event = connectionOf('connection.requested', { ...given, status: 'pending' })
    await admin.kafka.publish('users', connectionId, 1, event)
    await eventually(() => admin.connections.collection.findOne({ _id: connectionId }))
    return (status: string) =>
      admin.call(`PUT /admin/connections/${connectionId}`, {
        as: someone('admin'),
        body: { status, notes: '' },
      })
  }

  it('opens only to a teacher with an accepted identity, also when an earlier one was voided', async () => {
    const teacher = await pendingTeacher()
    const known = async (count: number) =>
      eventually(async () => (await admin.users.byId(teacher.id))?.proofs.accepted.length === count)
    const decideOnMinor = await asked(teacher.id, true)
    const refused = { status: 409, body: { code: 'APPROVAL_INCOMPLETE' } }
    expect(await decideOnMinor('approved')).toMatchObject(refused)
    await teacher.accept('identity')
    await known(1)
    await teacher.accept()
    await known(0)
    expect(await decideOnMinor('approved')).toMatchObject(refused)
    expect((await (await asked(teacher.id, false))('approved')).status).toBe(200)
    expect((await (await asked(teacher.id, true))('declined')).status).toBe(200)
    await teacher.accept('identity')
    await known(1)
    expect((await decideOnMinor('approved')).status).toBe(200)
  })
})
