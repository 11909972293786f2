import { describe, expect, it } from '@jest/globals'
import { type CalendarEvent, calendarText } from './icalendar.ts'

const lesson: CalendarEvent = {
  uid: 'one@darsi.example',
  sequence: 2,
  startsAt: new Date('2026-12-01T09:00:00Z'),
  endsAt: new Date('2026-12-01T09:45:00Z'),
  stamp: new Date('2026-11-22T08:30:15.250Z'),
  summary: 'Maths; Amina, Ben\\Ali',
  location: 'Room 2\r\nfirst floor',
  description: '',
  url: 'https://meet.example/a,b;c?d=1',
  isCancelled: false,
}
const linesOf = (event: CalendarEvent, options: Parameters<typeof calendarText>[1]) =>
  calendarText([event], options).replaceAll('\r\n ', '').split('\r\n')

describe('a calendar file', () => {
  it('gives the hours of Tunis, and the time of the decision in UTC', () => {
    expect(linesOf(lesson, { method: 'PUBLISH', name: 'Darsi' })).toEqual(
      expect.arrayContaining([
        'PRODID:-//Darsi//Lessons//EN',
        'METHOD:PUBLISH',
        'NAME:Darsi',
        'X-WR-CALNAME:Darsi',
        'X-WR-TIMEZONE:Africa/Tunis',
        'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
        'X-PUBLISHED-TTL:PT1H',
        'TZID:Africa/Tunis',
        'TZOFFSETTO:+0100',
        'SEQUENCE:2',
        'DTSTAMP:20261122T083015Z',
        'DTSTART;TZID=Africa/Tunis:20261201T100000',
        'DTEND;TZID=Africa/Tunis:20261201T104500',
        'STATUS:CONFIRMED',
      ]),
    )
  })

  it('escapes text, and leaves an address as it is', () => {
    expect(linesOf(lesson, { method: 'PUBLISH' })).toEqual(
      expect.arrayContaining([
        'SUMMARY:Maths\\; Amina\\, Ben\\\\Ali',
        'LOCATION:Room 2\\nfirst floor',
        'URL:https://meet.example/a,b;c?d=1',
      ]),
    )
  })

  it('escapes line breaks, so that no text starts a property', () => {
    const injected = 'x\rATTACH:1\nATTACH:2\r\nATTACH:3'
    const party = { name: `"${injected}"`, address: 'amina@darsi.example' }
    const texts = {
      uid: injected,
      summary: injected,
      location: injected,
      description: injected,
      url: injected,
    }
    const lines = linesOf({ ...lesson, ...texts }, { method: 'REQUEST', organizer: party, attendee: party })
    expect(lines.filter((line) => /\r|\n|^ATTACH/.test(line))).toEqual([])
    expect(lines.filter((line) => line.startsWith('ORGANIZER'))).toEqual([
      'ORGANIZER;CN="x ATTACH:1 ATTACH:2  ATTACH:3":mailto:amina@darsi.example',
    ])
  })

  it('folds lines at 75 octets and cuts no letter', () => {
    const summary = 'رياضيات 😀 mathématiques '.repeat(20).trim()
    const text = calendarText([{ ...lesson, summary }], { method: 'PUBLISH' })
    const lengths = text.split('\r\n').map((line) => Buffer.byteLength(line))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}\r\n`)
  })
})
