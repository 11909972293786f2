import type { ClassroomRights, EndCause } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import type { Party } from '../parties/party.ts'
import { partOf } from '../parties/roster.ts'
import { isLearner, rightsOf } from './rights.ts'
import { fallenAway, isEarly, lacksOf, mayAdmit, type Room } from './room.ts'

/** The lesson of one learner, with its state of its own. A group hour has one for each seat. */
export type Place = { room: Room; party: Party }
type Places = Place & { beside: readonly Place[]; present: ReadonlySet<string>; at: Date }
type Seated = Omit<Places, 'present' | 'at'>

/** Id of what all seats of a group hour share: tabs, board, room of the media engine. Otherwise the lesson's id. */
export const sharedId = ({ _id, groupId }: Pick<Room, '_id' | 'groupId'>): string => groupId ?? _id

export const placesOf = ({ room, party, beside }: Seated): Place[] => [{ room, party }, ...beside]

/** All seats for the teacher; a guardian may have several children in one group. */
export const placesFor = (current: Seated, userId: string): Place[] =>
  placesOf(current).filter(({ party }) => partOf(party.roster, userId) !== null)

/** Not of a seat that was cancelled, paused or lost its consent. */
export const isInForce = ({ room, party }: Place): boolean => fallenAway(room, party.roster) === null

export const isOverFor = (current: Seated, userId: string): boolean =>
  placesFor(current, userId).every(({ room }) => room.state === 'ended')

/** A person's rights: those of the own seat. Null without a seat that is in force. */
export function rightsIn(current: Places, userId: string): ClassroomRights | null {
  const { present, at } = current
  const isAnyLive = placesOf(current).some(({ room }) => room.state === 'live')
  const all = placesFor(current, userId).flatMap((place) => {
    const { room, party } = place
    const part = partOf(party.roster, userId)
    if (!part || (room.state !== 'ended' && (isEarly(room, at) || !isInForce(place)))) return []
    const rights = rightsOf(room, party.roster, part)
    // beside a lesson that is live, the teacher admits only learners who are ready
    const isReady = lacksOf(room, party.roster, present).every((lack) => lack === 'admission')
    return [{ ...rights, admit: mayAdmit(room, part) && (isReady || !isAnyLive) }]
  })
  const has = (right: keyof ClassroomRights) => all.some((rights) => rights[right])
  if (all.length === 0) return null
  return {
    ...{ speak: has('speak'), shareScreen: has('shareScreen'), write: has('write'), admit: has('admit') },
    ...{ hold: has('hold'), end: has('end'), giveRights: has('giveRights') },
  }
}

/** The seat whose state a person sees: the own one. The teacher of a group sees the one that is furthest. */
export function shownPlace(current: Places, viewerId: string): Place {
  const own = { room: current.room, party: current.party }
  if (viewerId !== current.party.roster.teacherId) return own
  const inForce = placesOf(current).filter(isInForce)
  const order = ({ room, party }: Place): number => {
    if (room.state === 'live') return 0
    if (room.state === 'held') return room.holdCause === 'teacher' ? 1 : 20
    return room.state === 'ended' ? 30 : 2 + lacksOf(room, party.roster, current.present).length
  }
  return inForce.sort((one, other) => order(one) - order(other))[0] ?? own
}

/** Ids of the board's pages. A stopped process may have written a new one to a part of the seats only. */
export const pagesOf = (current: Seated): string[] =>
  placesOf(current)
    .map(({ room }) => room.pages)
    .reduce((longest, pages) => (pages.length > longest.length ? pages : longest))

/** Increases with each change of one of the seats. */
export const versionOf = (current: Seated): number =>
  placesOf(current).reduce((sum, { room }) => sum + room.rev, 0)

/** The name of an empty page of a person's own, on which a learner waits beside a group that is live. */
const waitingPage = (userId: string): string => `waiting-${userId}`

/** What a person may open of the board now. Other families' board is closed to a learner who was never let in. */
export const openPagesOf = (current: Seated, userId: string): string[] =>
  !current.room.groupId || placesFor(current, userId).some((place) => wasLetIn(place, userId))
    ? pagesOf(current)
    : [waitingPage(userId)]

/**
 * Who may read the stored board and other families' names: not a seat that was never let in or fell away, nor one that
 * ended while others go on. A connection that ends after the hour takes nothing away.
 */
export const mayReadBoard = (current: Seated, userId: string): boolean =>
  !current.room.groupId ||
  placesFor(current, userId).some((place) => {
    const isOver = placesOf(current).every(({ room }) => room.state === 'ended' || !room.openedAt)
    return (
      wasLetIn(place, userId) &&
      (wasHeld(place) || isInForce(place)) &&
      (place.room.state !== 'ended' || isOver)
    )
  })

const ordinaryEnds: ReadonlySet<EndCause | null> = new Set(['party', 'time'] as const)
const wasHeld = ({ room: { state, endCause } }: Place): boolean =>
  state === 'ended' && ordinaryEnds.has(endCause)

const wasLetIn = ({ room, party }: Place, userId: string): boolean =>
  userId === party.roster.teacherId || room.liveSince !== null

/** The seats whose learner this person is, or whose child without an account draws on this guardian's device. */
export const drawnBy = (places: readonly Place[], userId: string): Place[] =>
  places.filter(({ party: { roster } }) => {
    const part = partOf(roster, userId)
    return part !== null && isLearner(roster, part)
  })

/**
 * The seat for which a person draws in a group; a guardian draws for a child without an account. Null outside groups.
 * @throws for an account that has no seat any more: nobody could erase what it draws
 */
export function drawingSeat(current: Seated, userId: string): string | null {
  if (!current.room.groupId) return null
  if (userId === current.party.roster.teacherId) return 'teacher'
  const own = placesFor(current, userId)
  const seat = drawnBy(own, userId)[0] ?? own[0]
  if (!seat) throw new Error('no seat in this group')
  return seat.room._id
}
