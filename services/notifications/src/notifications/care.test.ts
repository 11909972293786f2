import { describe, expect, it } from '@jest/globals'
import { notificationsOf } from './table.ts'

const guardian = (userId: string) => ({
  userId,
  email: `${userId}@example.tn`,
  fullName: 'Salma',
  language: 'fr' as const,
})

describe('a change that waits for guardians', () => {
  it('is mailed to all but who asked, with the change that the link opens', () => {
    const at = '2026-11-22T09:00:00.000Z'
    const notes = notificationsOf(
      {
        ...{ id: 'users.age-c.1', type: 'care-change.requested', producer: 'users', subject: 'age-c' },
        ...{ sequence: 1, time: at },
        data: {
          ...{ changeId: 'age-c', kind: 'age', status: 'waiting', childId: 'c', by: 'p', movedBy: 'p' },
          ...{ guardianIds: ['p', 'q'], agreedBy: ['p'], admin: 'waiting' },
          ...{ askedAt: at, notBefore: at, expiresAt: at, at },
        },
        personal: { childName: 'Adam', from: 2015, to: 2005, guardians: [guardian('p'), guardian('q')] },
      },
      '',
    )
    expect(notes).toMatchObject([
      {
        ...{ userId: 'q', mail: 'age-asked', notice: 'age-asked' },
        place: { change: 'age-c' },
      },
    ])
  })
})
