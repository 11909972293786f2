import { describe, expect, it } from '@jest/globals'
import { notificationsOf } from './table.ts'

describe('the notice before a conversation is removed', () => {
  it('tells each member the day and the subject, and names nobody', () => {
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
  it('is mailed to the address that counts again, with a link to a new password, and to the removed one', () => {
    const personal = {
      ...{ email: 'old@example.tn', fullName: 'Amal', language: 'fr' as const },
      ...{ newEmail: 'new@example.tn', resetToken: 't' },
    }
    const at = '2026-11-22T09:00:00.000Z'
    const sent = notificationsOf(
      {
        ...{ id: 'auth.u.4', type: 'user.email-change-undone', producer: 'auth', subject: 'u' },
        ...{ sequence: 4, time: at, data: { userId: 'u', role: 'student', at }, personal },
      },
      '',
    )
    expect(sent.map(({ to, mail, path }) => [to.email, mail, path])).toEqual([
      ['old@example.tn', 'email-change-undone', '/reset-password?token=t'],
      ['new@example.tn', 'email-change-removed', undefined],
    ])
  })
})
