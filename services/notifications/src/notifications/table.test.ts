import { goldenEvent } from '@darsi/kit/testing/story.ts'
import { describe, expect, it } from '@jest/globals'
import { notificationsOf, notifyingEvents } from './table.ts'

describe('the notice before a conversation is removed', () => {
  it('contains the day and the subject for each member, and no name', () => {
    const member = { userId: 'u', email: 'u@example.tn', fullName: 'Amal', language: 'fr' as const }
    const [note] = notificationsOf(
      {
        ...{
          id: 'users.thread.c.4',
          type: 'thread.removal-announced',
          producer: 'users',
          subject: 'thread.c',
        },
        ...{ sequence: 4, time: '2026-11-22T09:00:00.000Z' },
        data: {
          ...{ threadId: 'c', memberIds: ['u'], at: '2026-11-22T09:00:00.000Z' },
          removeAt: '2026-12-22T09:00:00.000Z',
        },
        personal: { subject: 'mathematics', members: [member] },
      },
      '',
    )
    expect(note).toMatchObject({ userId: 'u', notice: 'message-removal', mail: 'message-removal' })
    expect(note?.params).toEqual({ subject: 'Mathématiques', until: expect.stringContaining('22') })
  })
})

describe('a change of address that its owner takes back', () => {
  const undone = (newEmail: string) => {
    const personal = {
      ...{ email: 'old@example.tn', fullName: 'Amal', language: 'fr' as const },
      ...{ newEmail, resetToken: 't' },
    }
    const at = '2026-11-22T09:00:00.000Z'
    const sent = notificationsOf(
      {
        ...{ id: 'auth.u.4', type: 'user.email-change-undone', producer: 'auth', subject: 'u' },
        ...{ sequence: 4, time: at, data: { userId: 'u', role: 'student', at }, personal },
      },
      '',
    )
    return sent.map(({ to, mail, path }) => [to.email, mail, path])
  }
  const toOld = ['old@example.tn', 'email-change-undone', '/reset-password?token=t']

  it('is mailed to the address that counts again, with a link to a new password, and to the removed one', () => {
    expect(undone('new@example.tn')).toEqual([toOld, ['new@example.tn', 'email-change-removed', undefined]])
  })

  it('is mailed to the one address if it was not confirmed', () => {
    expect(undone('old@example.tn')).toEqual([toOld])
  })
})

describe('an address that somebody wants and an account has left', () => {
  it('gets a mail that says until when the account may take it back', () => {
    const personal = { email: 'old@example.tn', fullName: 'Amal', language: 'fr' as const }
    const data = {
      userId: 'u',
      role: 'student',
      how: 'registration',
      reservedUntil: '2026-11-29T09:00:00.000Z',
    } as const
    const sent = notificationsOf(
      {
        ...{ id: 'auth.u.4', type: 'user.registration-repeated', producer: 'auth', subject: 'u' },
        ...{ sequence: 4, time: '2026-11-22T09:00:00.000Z', data, personal },
      },
      '',
    )
    expect(sent.map(({ to, mail, params }) => [to.email, mail, params])).toEqual([
      ['old@example.tn', 'address-reserved', { until: expect.stringContaining('29') }],
    ])
  })
})

describe('a lesson that is held in our own classroom', () => {
  const at = '2026-11-22T09:00:00.000Z'
  const times = { startsAt: at, endsAt: '2026-11-22T09:30:00.000Z', revision: 0 }
  const announces = ['l1', 'l2'].map((sessionId) => ({ sessionId, ...times }))
  const teacher = { email: 'sami@example.tn', fullName: 'Sami', language: 'fr' as const }
  const mailOf = (type: 'session.booked' | 'session.reminder-due', meetingLink: string) => {
    const ids = { sessionId: 'l1', connectionId: 'c', teacherId: 't', guardianIds: [] }
    const lesson = { subject: 'physics', durationMinutes: 30, type: 'online', status: 'upcoming' } as const
    const data = { ...ids, ...lesson, ...times, minor: false, announces, at }
    const personal = { guardians: [], teacher, place: '', meetingLink, notes: '', reason: '' }
    const head = {
      id: 'availability.l1.1',
      producer: 'availability' as const,
      subject: 'l1',
      sequence: 1,
      time: at,
    }
    const [mail] = notificationsOf(
      type === 'session.booked'
        ? { ...head, type, data, personal }
        : { ...head, type, data: { ...data, reminder: '1h' }, personal },
      '',
    )
    return mail
  }

  it('has a reminder whose button opens the classroom; a link of the parties keeps the other reminder', () => {
    const inRoom = mailOf('session.reminder-due', 'https://darsi.example/classroom/l1')
    expect(inRoom).toMatchObject({ mail: 'classroom-reminder-1h', path: '/classroom/l1' })
    expect(inRoom).toMatchObject({ notice: 'lesson-reminder-1h', about: 'lesson.l1' })
    expect(inRoom?.params?.['place']).toBe('en ligne, dans la salle de classe sur Darsi')
    const elsewhere = mailOf('session.reminder-due', 'https://meet.jit.si/maths')
    expect(elsewhere).toMatchObject({ mail: 'lesson-reminder-1h' })
    expect(elsewhere?.path).toBeUndefined()
  })

  it('has its own classroom in each calendar entry of a series', () => {
    const linksOf = (meetingLink: string) =>
      mailOf('session.booked', meetingLink)?.calendar?.entries.map(({ url, location }) => [url, location])
    const [first, second] = ['https://darsi.example/classroom/l1', 'https://darsi.example/classroom/l2']
    expect(linksOf(first ?? '')).toEqual([
      [first, first],
      [second, second],
    ])
    const other = 'https://meet.jit.si/maths'
    expect(linksOf(other)).toEqual([
      [other, other],
      [other, other],
    ])
  })
})

describe('the address of a notice', () => {
  /** These are about the reader's own account, about several conversations, or about what the reader cannot open. */
  const ofAccount =
    /^(account|address|card|email|learner-left|new-device|of-age|password|photo|proof|safety-answered|safety-message|safety-resolved|second-factor|session-ended|ticket|upgrade|welcome)/

  it.each(notifyingEvents)('of %s leads to what it is about', (type) => {
    for (const { notice, place, path } of notificationsOf(goldenEvent(type), 'help@example.tn')) {
      if (notice === undefined || ofAccount.test(notice)) continue
      const named = Object.values(place ?? {}).filter((id) => id !== undefined)
      expect([notice, path ?? named]).not.toEqual([notice, []])
    }
  })
})
