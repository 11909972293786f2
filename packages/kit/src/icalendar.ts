import { timeZone } from '@darsi/contracts/reference/tunis-time.ts'
import ICAL from 'ical.js'

/** A lesson as a calendar entry. The same `uid` with a higher `sequence` replaces the older state. */
export type CalendarEvent = {
  uid: string
  sequence: number
  startsAt: Date
  endsAt: Date
  /** When this state was created. */
  stamp: Date
  summary: string
  location: string
  description: string
  url: string
  isCancelled: boolean
}
type CalendarParty = {
  name: string
  address: string
  /** The address that the mail comes from, where it is another one: programs compare the two (RFC 6047). */
  sentBy?: string
}
type Options = {
  /** `PUBLISH` for a feed; `REQUEST` and `CANCEL` in a mail, which may hold one event each (RFC 5546). */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  /** The calendar's own name, for feeds. */
  name?: string
  organizer?: CalendarParty
  attendee?: CalendarParty
}
/** jCal (RFC 7265): name, parameters, type of the value, value. */
type Property = [name: string, parameters: Record<string, string>, type: string, value: string | number]

// ical.js does not count the space that begins a continuation line; RFC 5545 allows 75 octets with it
ICAL.foldLength = 74
// without this ical.js marks each of them with `VALUE=TEXT`
for (const property of ['name', 'x-wr-calname', 'x-wr-timezone', 'x-published-ttl'])
  ICAL.design.icalendar.property[property] = { defaultType: 'text' }

/** Tunisia has had UTC+1 all year since 2009: one rule. Outlook rejects a time zone without a definition. */
const zone = [
  'vtimezone',
  [text('tzid', timeZone)],
  [
    [
      'standard',
      [
        ['dtstart', {}, 'date-time', '2009-01-01T00:00:00'],
        ['tzoffsetfrom', {}, 'utc-offset', '+01:00'],
        ['tzoffsetto', {}, 'utc-offset', '+01:00'],
        text('tzname', 'CET'),
      ],
      [],
    ],
  ],
]

/** RFC 5545 text. ical.js escapes user texts and folds the lines. */
export function calendarText(
  events: readonly CalendarEvent[],
  { method, name, organizer, attendee }: Options,
): string {
  const properties: Property[] = [
    text('version', '2.0'),
    text('prodid', '-//Darsi//Lessons//EN'),
    text('calscale', 'GREGORIAN'),
    text('method', method),
  ]
  if (name) properties.push(text('name', name), text('x-wr-calname', name), text('x-wr-timezone', timeZone))
  if (method === 'PUBLISH')
    properties.push(['refresh-interval', {}, 'duration', 'PT1H'], text('x-published-ttl', 'PT1H'))
  const people: Property[] = []
  if (organizer) people.push(party('organizer', organizer, {}))
  if (attendee) people.push(party('attendee', attendee, { partstat: 'ACCEPTED', rsvp: 'FALSE' }))
  const entries = events.map((event) => ['vevent', [...propertiesOf(event), ...people], []])
  return ICAL.stringify(['vcalendar', properties, [zone, ...entries]])
}

function propertiesOf(event: CalendarEvent): Property[] {
  const { location, description, url } = event
  return [
    text('uid', event.uid),
    ['sequence', {}, 'integer', event.sequence],
    ['dtstamp', {}, 'date-time', `${event.stamp.toISOString().slice(0, 19)}Z`],
    ['dtstart', { tzid: timeZone }, 'date-time', local(event.startsAt)],
    ['dtend', { tzid: timeZone }, 'date-time', local(event.endsAt)],
    text('summary', event.summary),
    ...(location ? [text('location', location)] : []),
    ...(description ? [text('description', description)] : []),
    // an address cannot contain an escaped line feed, so it would start another property
    ...(url ? [['url', {}, 'uri', url.replace(/[\r\n]/g, '')] satisfies Property] : []),
    text('status', event.isCancelled ? 'CANCELLED' : 'CONFIRMED'),
    text('transp', 'OPAQUE'),
  ]
}

function text(property: string, value: string): Property {
  return [property, {}, 'text', value.replace(/\r\n?/g, '\n')]
}

/** Removes control characters, which cannot be escaped in a parameter. */
function party(
  property: string,
  { name, address, sentBy }: CalendarParty,
  more: Record<string, string>,
): Property {
  return [
    property,
    {
      cn: name.replace(/["\p{Cc}]/gu, ' ').trim(),
      ...(sentBy && { 'sent-by': `mailto:${sentBy}` }),
      ...more,
    },
    'cal-address',
    `mailto:${address}`,
  ]
}

function local(at: Date): string {
  return at.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')
}
