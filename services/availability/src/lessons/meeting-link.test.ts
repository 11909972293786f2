import { expect, it } from '@jest/globals'
import { defaultMeetingHosts } from '../config.ts'
import { isMeetingLink, joinLink } from './meeting-link.ts'

const hosts = defaultMeetingHosts.split(',')

it.each([
  'https://meet.google.com/abc-defg-hij',
  'https://zoom.us/j/12345678901',
  'https://us02web.zoom.us/j/12345678901?pwd=Zm9vYmFy',
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting_NTI4%40thread.v2/0?context=%7b%22Tid%22%3a%2272f98812%22%7d',
  'https://teams.live.com/meet/9312345678901',
  'https://meet.jit.si/MathsAvecAmal',
  'https://whereby.com/maths-with-amal',
])('a meeting may be at %s', (link) => {
  expect(isMeetingLink(link, hosts)).toBe(true)
})

it.each([
  ['another host', 'https://chat.example.com/room'],
  ['a host that only ends like one', 'https://evilzoom.us/j/12345678901'],
  ['a host that only begins like one', 'https://meet.google.com.example.com/abc-defg-hij'],
  ['a user part', 'https://meet.google.com@example.com/abc'],
  ['a password', 'https://a:b@meet.google.com/abc-defg-hij'],
  ['a port', 'https://meet.google.com:8443/abc-defg-hij'],
  ['a fragment', 'https://meet.jit.si/room#20123456'],
  ['an empty fragment', 'https://meet.jit.si/room#'],
  ['a backslash', 'https://meet.jit.si\\\\@example.com/room'],
  ['no encryption', 'http://meet.google.com/abc-defg-hij'],
  ['a program', 'javascript:alert(1)'],
  ['a number as a room', 'https://meet.jit.si/20123456'],
  ['a number in a room', 'https://meet.jit.si/call-20-123-456'],
  ['an account as a room', 'https://whereby.com/insta-amal'],
  ['a number behind a meeting', 'https://meet.google.com/abc-defg-hij/20123456'],
  ['a personal room that is a number', 'https://zoom.us/my/20123456'],
  ['blanks', ' https://meet.google.com/abc-defg-hij'],
  ['words', 'whatsapp me'],
])('a meeting is not held at %s: %s', (_what, link) => {
  expect(isMeetingLink(link, hosts)).toBe(false)
})

it('of an operator with an own server may be there', () => {
  expect(isMeetingLink('https://visio.example.tn/maths', ['visio.example.tn'])).toBe(true)
  expect(isMeetingLink('https://meet.jit.si/maths', ['visio.example.tn'])).toBe(false)
})

it('an online lesson without a link is held in our classroom, unless it is on hold or over', () => {
  const lesson = { _id: 'l1', type: 'online', status: 'upcoming', meetingLink: '', heldAt: null } as const
  const link = (changes: object) => joinLink({ ...lesson, ...changes }, 'https://darsi.example')
  expect(link({})).toBe('https://darsi.example/classroom/l1')
  expect(link({ meetingLink: 'https://meet.jit.si/a' })).toBe('https://meet.jit.si/a')
  const others = [
    { type: 'faceToFace' },
    { heldAt: new Date() },
    { status: 'cancelled' },
    { status: 'completed' },
  ]
  for (const changes of others) expect(link(changes)).toBe('')
})
