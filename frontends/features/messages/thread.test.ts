import { describe, expect, it } from '@jest/globals'
import { counterpart, learnerBeside, type Message, marksMayChange, merge, type Thread } from './thread.ts'

const thread: Thread = {
  id: 'd',
  connectionId: 'k',
  subject: 'physics',
  learnerName: 'Yassine',
  members: [
    { id: 't', name: 'Sami', part: 'teacher' },
    { id: 's', name: 'Yassine', part: 'student' },
    { id: 'p', name: 'Amina', part: 'guardian' },
  ],
  lastMessage: null,
  unread: 0,
  paused: false,
  open: true,
  blockedBy: [],
  contactRule: 'delivered',
}
const message = (number: number, by: string, readBy: string[] = []): Message => ({
  id: String(number),
  number,
  by,
  text: 'x',
  files: [],
  at: '2026-11-21T09:00:00Z',
  held: false,
  adultsOnly: false,
  readBy,
})

describe('a conversation', () => {
  it('has the teacher as partner for a learner and a guardian, the learner for a teacher', () => {
    expect(counterpart(thread, 's')).toBe('Sami')
    expect(counterpart(thread, 'p')).toBe('Sami')
    expect(counterpart(thread, 't')).toBe('Yassine')
  })

  it('names the learner where the partner may teach several, or is the guardian of several', () => {
    expect(learnerBeside(thread, 's')).toBe('')
    expect(learnerBeside(thread, 'p')).toBe('Yassine')
    expect(learnerBeside(thread, 't')).toBe('')
    const withoutAccount = { ...thread, members: thread.members.filter(({ id }) => id !== 's') }
    expect(learnerBeside(withoutAccount, 't')).toBe('Yassine')
  })

  it('holds each message once, in order, with its newest read marks', () => {
    const merged = merge([message(2, 's'), message(1, 't')], [message(3, 't'), message(2, 's', ['t'])])
    expect(merged.map(({ number, readBy }) => [number, readBy.length])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ])
  })

  it('may still change its read marks until everybody has read the caller’s last message', () => {
    expect(marksMayChange([message(1, 's', ['t'])], thread, 's')).toBe(true)
    expect(marksMayChange([message(1, 's', ['t', 'p'])], thread, 's')).toBe(false)
    expect(marksMayChange([message(1, 't')], thread, 's')).toBe(false)
  })
})
