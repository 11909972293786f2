import { slugOf } from '@darsi/kit/testing/slug-of.ts'
import { describe, expect, it } from '@jest/globals'
import { answer, close, receive, remind } from './ticket.ts'

const at = new Date('2026-11-21T10:00:00Z')
const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000)
const { changed: ticket, event } = receive({
  _id: 'abcdef0123456789',
  name: 'Amal Ben Salah',
  email: 'amal@example.tn',
  phone: '',
  userType: 'parent',
  subject: 'general',
  message: 'How much is a lesson?',
  language: 'fr',
  userId: null,
  createdAt: at,
  dueAt: after(2),
})

describe('a ticket', () => {
  it('is new when it is received, and found by name, address and reference', () => {
    expect(ticket.status).toBe('new')
    expect(ticket.searchText).toContain('abcdef01')
    expect(event).toMatchObject({ type: 'contact.received', data: { ticketId: ticket._id } })
  })

  it('names the account of a sender who was signed in in the events that cause mails', () => {
    const own = { ...ticket, userId: 's1' }
    const answered = answer(own, { text: '20 dinars', by: 'root', at, seenAnswers: 0 }).event
    for (const { data } of [receive(own).event, answered]) expect(data).toMatchObject({ accountId: 's1' })
    expect(event.data).not.toHaveProperty('accountId')
  })

  it('is answered any number of times until it is closed', () => {
    const once = answer(ticket, { text: ' 20 dinars ', by: 'root', at, seenAnswers: 0 })
    expect(once.event).toMatchObject({ type: 'contact.answered', personal: { answer: '20 dinars' } })
    const twice = answer(once.changed, { text: 'or 25', by: 'root', at, seenAnswers: 1 })
    expect(twice.changed).toMatchObject({
      status: 'answered',
      answers: [{ text: '20 dinars' }, { text: 'or 25' }],
    })
    expect(slugOf(() => answer(ticket, { text: ' ', by: 'root', at, seenAnswers: 0 }))).toBe('message-empty')
    const { changed: closed } = close(twice.changed, { by: 'root', at })
    expect(closed).toMatchObject({ status: 'closed', closedBy: 'root' })
    expect(slugOf(() => answer(closed, { text: 'more', by: 'root', at, seenAnswers: 2 }))).toBe(
      'ticket-closed',
    )
    expect(slugOf(() => close(closed, { by: 'root', at }))).toBe('ticket-closed')
  })

  it('is not answered by an administrator who has not seen its newest answer', () => {
    const { changed } = answer(ticket, { text: '20 dinars', by: 'root', at, seenAnswers: 0 })
    const again = (seenAnswers: number) =>
      slugOf(() => answer(changed, { text: '20 dinars', by: 'root', at, seenAnswers }))
    expect(again(0)).toBe('stale-version')
    expect(again(1)).toBeNull()
  })

  it('triggers one reminder when it is overdue and new', () => {
    expect(remind(ticket, after(1.9))).toBeNull()
    const reminded = remind(ticket, after(2))
    expect(reminded?.event).toMatchObject({ type: 'contact.overdue' })
    expect(reminded && remind(reminded.changed, after(3))).toBeNull()
    expect(
      remind(answer(ticket, { text: 'yes', by: 'root', at, seenAnswers: 0 }).changed, after(3)),
    ).toBeNull()
  })

  it('triggers a second reminder when it is open after five days, before its deadline', () => {
    const answered = answer(ticket, { text: 'yes', by: 'root', at, seenAnswers: 0 }).changed
    expect(remind(answered, after(119))).toBeNull()
    const reminded = remind(answered, after(120))
    expect(reminded?.event).toMatchObject({
      type: 'contact.overdue',
      data: { dueAt: after(120).toISOString() },
    })
    expect(reminded && remind(reminded.changed, after(500))).toBeNull()
    // a process that was down for long sends one mail, not two
    const late = remind(ticket, after(121))
    expect(late && remind(late.changed, after(122))).toBeNull()
    expect(remind(close(answered, { by: 'root', at }).changed, after(500))).toBeNull()
  })
})
