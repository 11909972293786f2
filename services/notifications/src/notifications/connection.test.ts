import type { ConnectionEventType, DarsiEvent } from '@darsi/contracts/events/events.ts'
import { describe, expect, it } from '@jest/globals'
import { notificationsOf } from './table.ts'

type Data = DarsiEvent<'connection.requested'>['data']
const waiting = { teacher: 'waiting', guardian: 'none', admin: 'none' } as const

const noted = (type: ConnectionEventType, more: Partial<Data> = {}, alternatives: string[] = []) => {
  const at = '2026-11-21T08:00:00.000Z'
  const data: Data = {
    connectionId: 'c',
    status: 'pending',
    teacherId: 't',
    studentId: 's',
    guardianIds: more.minor ? ['p'] : [],
    requesterId: 's',
    subject: 'mathematics',
    minor: false,
    learnerBirthYear: null,
    flags: [],
    needs: waiting,
    requestedAt: at,
    decidedAt: null,
    at,
    ...more,
  }
  const person = (name: string) => ({ email: `${name}@example.tn`, fullName: name, language: 'fr' as const })
  const personal = {
    teacher: person('Karim Jaziri'),
    student: person('Om Kalthoum Trabelsi'),
    guardians: more.minor ? [{ userId: 'p', ...person('Salma Trabelsi') }] : [],
    message: 'Bonjour',
    note: '',
    alternatives,
  }
  const envelope = { id: 'users.c.1', type, producer: 'users' as const, subject: 'c', sequence: 1, time: at }
  return notificationsOf({ ...envelope, data, personal }, '')
}
const shown = (type: ConnectionEventType, more: Partial<Data> = {}) =>
  noted(type, more).map(({ userId, notice, mail, isOptional }) =>
    [userId, mail ?? `${notice} (notice)`, ...(isOptional ? [] : ['always'])].join(' '),
  )
const minor = { minor: true, needs: { teacher: 'waiting', guardian: 'waiting', admin: 'waiting' } } as const

describe('the recipients of a step of a connection', () => {
  it('the teacher of a request; a guardian whose consent is asked, whatever the preferences', () => {
    expect(shown('connection.requested', { by: 's' })).toEqual(['t connection-requested'])
    expect(shown('connection.requested', { by: 's', ...minor })).toEqual([
      't connection-requested',
      'p guardian-consent always',
    ])
  })

  it('both sides and the guardians of a pause, in the same words and whatever the preferences', () => {
    for (const [type, kind] of [
      ['connection.suspended', 'connection-paused'],
      ['connection.reopened', 'connection-reopened'],
    ] as const)
      expect(shown(type, minor)).toEqual(['t', 's', 'p'].map((userId) => `${userId} ${kind} always`))
  })

  it('both sides read the cause of a pause with its day; none after a report by a person', () => {
    const causesOf = (more: Partial<Data>) =>
      noted('connection.suspended', { ...minor, ...more }).map(({ params }) => params?.['found'])
    const pausedFor = { at: '2026-11-24T08:00:00.000Z', found: ['phone', 'secrecy'] as const }
    const found = 'un numéro de téléphone et une invitation au secret ou à une rencontre'
    expect(causesOf({ pausedFor: { ...pausedFor, found: [...pausedFor.found] } })).toEqual([
      found,
      found,
      found,
    ])
    expect(causesOf({})).toEqual(['', '', ''])
  })

  it('the author of a held request that a guardian let through, and nobody of another change', () => {
    expect(shown('connection.changed', { ...minor, by: 'p', released: true })).toEqual(['s text-released'])
    expect(shown('connection.changed', { ...minor, by: 'p' })).toEqual([])
  })

  it('not the guardian who asked', () => {
    const asked = { ...minor, studentId: undefined, needs: { ...minor.needs, guardian: 'agreed' } } as const
    expect(shown('connection.requested', { by: 'p', ...asked })).toEqual(['t connection-requested'])
  })

  it('everyone except the person who took the last step of an approval or the end', () => {
    expect(shown('connection.approved', { by: 't', minor: true })).toEqual([
      's connection-approved',
      'p connection-approved',
    ])
    expect(shown('connection.ended', { by: 's' })).toEqual(['t connection-ended'])
    expect(shown('connection.ended')).toEqual(['t connection-ended', 's connection-ended'])
  })

  it('the people who still have to answer, for the reminder only', () => {
    expect(shown('connection.expiring', minor)).toEqual(['t connection-expiring', 'p connection-expiring'])
    const agreed = { ...minor.needs, teacher: 'agreed' } as const
    expect(shown('connection.expiring', { ...minor, needs: agreed })).toEqual(['p connection-expiring'])
  })

  it('the learner’s side for a refusal; the teacher when another person refused', () => {
    expect(shown('connection.declined', { by: 't', needs: { ...waiting, teacher: 'refused' } })).toEqual([
      's connection-declined',
    ])
    expect(shown('connection.declined', { by: 'a', needs: { ...waiting, admin: 'refused' } })).toEqual([
      't connection-declined',
      's connection-declined',
    ])
  })

  it('the teacher, without a mail, of what was taken back or ran out', () => {
    expect(shown('connection.cancelled', { by: 's' })).toEqual(['t connection-cancelled (notice)'])
    expect(shown('connection.expired')).toEqual(['t connection-expired (notice)', 's connection-expired'])
  })

  it('what a minor wrote with contact details is for the guardian; the teacher never reads it', () => {
    const messagesOf = (type: ConnectionEventType, more: Partial<Data>) =>
      Object.fromEntries(noted(type, more).map(({ userId, params }) => [userId, params?.['message']]))
    const held = { by: 's', ...minor, flags: ['contact-details'] }
    expect(messagesOf('connection.requested', held)).toEqual({ t: '', p: 'Bonjour' })
    expect(messagesOf('connection.expiring', held)).toEqual({ t: '', p: 'Bonjour' })
    expect(messagesOf('connection.approved', { ...held, by: 'p', status: 'approved' })).toMatchObject({
      t: '',
    })
    expect(messagesOf('connection.requested', { ...held, flags: [] })).toMatchObject({ t: 'Bonjour' })
    expect(messagesOf('connection.requested', { ...held, by: 'p', requesterId: 'p' })).toMatchObject({
      t: 'Bonjour',
    })
    expect(messagesOf('connection.requested', { by: 's', flags: ['contact-details'] })).toEqual({
      t: 'Bonjour',
    })
  })

  it('the learner’s side alone reads whom to ask instead', () => {
    const declined = { by: 'a', needs: { ...waiting, admin: 'refused' } } as const
    const instead = noted('connection.declined', declined, ['Rim Ayari', 'Sami Jaziri'])
    expect(instead.map(({ userId, params }) => [userId, params?.['alternatives']])).toEqual([
      ['t', ''],
      ['s', 'Rim Ayari et Sami Jaziri'],
    ])
  })

  it('in the reader’s language, with no more than the learner’s first name', () => {
    const [note] = noted('connection.requested', { by: 's' })
    expect(note?.params).toMatchObject({
      student: 'Om Kalthoum',
      subject: 'Mathématiques',
      message: 'Bonjour',
    })
  })
})
