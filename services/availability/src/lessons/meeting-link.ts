import { classroomPath } from '@darsi/contracts/rules/classroom-path.ts'
import { contactDetailsIn } from '@darsi/contracts/rules/contact-details/contact-details.ts'
import type { Lesson } from './lesson.ts'

type Held = Pick<Lesson, '_id' | 'type' | 'status' | 'meetingLink' | 'heldAt'>

/** Where a lesson is held: the link that the parties gave, or else our own classroom. */
export function joinLink({ _id, type, status, meetingLink, heldAt }: Held, publicUrl: string): string {
  const isAhead = status === 'upcoming' || status === 'proposed'
  if (meetingLink !== '' || type !== 'online' || heldAt || !isAhead) return meetingLink
  return `${publicUrl}${classroomPath(_id)}`
}

/**
 * True for an https link to a host of the operator's list (`.zoom.us` means zoom.us and every host below it), without user
 * part, port or fragment, which can hide where the link leads, and without contact details in the name of the room.
 */
export function isMeetingLink(link: string, hosts: readonly string[]): boolean {
  const url = URL.parse(link)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '')
    return false
  if (link.includes('#') || link.includes('\\') || link !== link.trim()) return false
  if (!hosts.some((host) => matchesHost(host, url.hostname))) return false
  return !namesContact(url)
}

const matchesHost = (host: string, name: string): boolean =>
  host.startsWith('.') ? name === host.slice(1) || name.endsWith(host) : name === host

/** Meeting ids that the service itself generates may look like telephone numbers, so these links are not searched. */
function namesContact(url: URL): boolean {
  if (generatedId.test(`${url.hostname}${url.pathname}`)) return false
  const text = decoded(`${url.pathname}${url.search}`).replace(/[/?&=+_-]+/g, ' ')
  return contactDetailsIn(text).some((kind) => kind !== 'link')
}

const generatedId =
  /^(?:(?:[\w-]+\.)?zoom\.us\/(?:j|w|s)\/\d{9,12}\/?$|teams\.microsoft\.com\/l\/meetup-join\/|teams\.(?:microsoft|live)\.com\/meet\/\d{9,18}\/?$|meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$)/

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
