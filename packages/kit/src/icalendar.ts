import { timeZone } from '@darsi/contracts/tunis-time.ts'

/** A lesson as a calendar program keeps it. The same `uid` with a higher `sequence` replaces what it has. */
export type CalendarEvent = {
  uid: string
  sequence: number
  startsAt: Date
  endsAt: Date
  /** When this state of it was decided. */
  stamp: Date
  summary: string
  location: string
  description: string
  url: string
  isCancelled: boolean
}
export type CalendarParty = { name: string; address: string }
type Options = {
  /** `PUBLISH` for a feed; in a mail `REQUEST` and `CANCEL`, which RFC 5546 grants one event each. */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  /** The calendar's own name, for feeds. */
  name?: string
  organizer?: CalendarParty
  attendee?: CalendarParty
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  hourCycle: 'h23',
  ...{
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
})

/** Tunisia keeps UTC+1 all year since 2009: one rule, which Outlook insists on being told. */
const zoneLines = [
  'BEGIN:VTIMEZONE',
  `TZID:${timeZone}`,
  'BEGIN:STANDARD',
  'DTSTART:20090101T000000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** RFC 5545 text: CRLF, lines of at most 75 octets, everything a person wrote escaped. */
export function calendarText(
  events: readonly CalendarEvent[],
  { method, name, organizer, attendee }: Options,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Darsi//Lessons//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name
      ? [`NAME:${escapeText(name)}`, `X-WR-CALNAME:${escapeText(name)}`, `X-WR-TIMEZONE:${timeZone}`]
      : []),
    ...(method === 'PUBLISH' ? ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'] : []),
    ...zoneLines,
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(event.uid)}`,
      `SEQUENCE:${event.sequence}`,
      `DTSTAMP:${utc(event.stamp)}`,
      `DTSTART;TZID=${timeZone}:${local(event.startsAt)}`,
      `DTEND;TZID=${timeZone}:${local(event.endsAt)}`,
      `SUMMARY:${escapeText(event.summary)}`,
      ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
      ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
      ...(event.url ? [`URL:${event.url.replace(/[\r\n]/g, '')}`] : []),
      `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
      ...(organizer ? [`ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.address}`] : []),
      ...(attendee
        ? [`ATTENDEE;CN=${quoted(attendee.name)};PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.address}`]
        : []),
      'TRANSP:OPAQUE',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r\n|\r|\n/g, '\\n')
}

/** A parameter value; quotes and control characters have no escape there. */
function quoted(name: string): string {
  return `"${name.replace(/["\p{Cc}]/gu, ' ').trim()}"`
}

/** At most 75 octets a line, a letter never cut in two; what follows begins with a space. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const letter of line) {
    const octets = Buffer.byteLength(letter)
    if (size + octets > 75) {
      parts.push(part)
      part = ' '
      size = 1
    }
    part += letter
    size += octets
  }
  return [...parts, part].join('\r\n')
}

function utc(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function local(at: Date): string {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    clock.formatToParts(at).map(({ type, value }) => [type, value]),
  )
  return `${year}${month}${day}T${hour}${minute}${second}`
}
