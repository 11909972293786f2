import type { Attendance, Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { partyIdsOf } from '@darsi/contracts/rules/party-ids.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { nameFor, type Party } from '../parties/party.ts'
import { partOf, type Roster } from '../parties/roster.ts'
import { liveSecondsOf, proposalOf, secondsOf, staysOf } from './attendance.ts'
import {
  isInForce,
  mayReadBoard,
  openPagesOf,
  type Place,
  placesFor,
  placesOf,
  rightsIn,
  sharedId,
  shownPlace,
  versionOf,
} from './place.ts'
import { isLearner, mayWrite } from './rights.ts'
import { ageBandOf, closesAt, lacksOf, type Room } from './room.ts'
import type { RoomContext } from './room-store.ts'
import { lineOf } from './seat-store.ts'

/** The room for one of its people. @throws problem `not-found` for other people */
export function showRoom(current: RoomContext, viewerId: string, media: Classroom['media']): Classroom {
  const { present, at } = current
  const part = partOf(current.party.roster, viewerId)
  if (!part) throw problem('not-found')
  const { room, party } = shownPlace(current, viewerId)
  const { roster } = party
  const isWaiting = room.state === 'lobby' || room.state === 'held'
  return {
    ...{
      sessionId: current.room._id,
      roomId: sharedId(room),
      threads: threadsOf(current, viewerId),
      subject: room.subject,
      part,
    },
    ...{ state: room.state, holdCause: room.holdCause, endCause: room.endCause },
    lacks: isWaiting ? lacksOf(room, roster, present) : [],
    ageBand: ageBandOf(room, roster),
    startsAt: room.startsAt.toISOString(),
    endsAt: (room.endedAt ?? closesAt(room)).toISOString(),
    liveSince: room.liveSince?.toISOString() ?? null,
    now: at.toISOString(),
    rights: rightsIn(current, viewerId) ?? noRights,
    people: peopleOf(current, viewerId),
    boardPages: shownPages(current, viewerId, room).map((id, index) => ({ id, number: index + 1 })),
    media,
    version: versionOf(current),
  }
}

/** After the lesson only what can be read then. */
const shownPages = (current: RoomContext, viewerId: string, { state }: Room): string[] =>
  state === 'ended' && !mayReadBoard(current, viewerId) ? [] : openPagesOf(current, viewerId)

/** No common thread in a group: each family reads its own only. */
const threadsOf = (current: RoomContext, viewerId: string): Classroom['threads'] =>
  placesFor(current, viewerId)
    .filter((place) => place.room._id === current.room._id || isInForce(place))
    .map((place, _index, shown) => ({
      connectionId: place.room.connectionId,
      name: firstNameIn(place) + numberOf(current, place, shown),
    }))

const firstNameIn = ({ party: { roster, names, studentName } }: Place): string =>
  firstNameOf(roster.studentId ? (names.get(roster.studentId) ?? '') : studentName)

/**
 * Behind a first name that several learners have: their order in the group, the same for each viewer. Only among
 * learners whose names the viewer reads.
 */
function numberOf(current: RoomContext, place: Place, shown: readonly Place[]): string {
  const name = firstNameIn(place)
  const equal = (places: readonly Place[]) => places.filter((each) => firstNameIn(each) === name)
  if (name === '' || equal(shown).length < 2) return ''
  const ids = equal(placesOf(current)).map(({ room }) => room._id)
  return ` (${ids.sort().indexOf(place.room._id) + 1})`
}

const noRights = {
  ...{ speak: false, shareScreen: false, write: false, admit: false, hold: false, end: false },
  giveRights: false,
}

/**
 * Everyone of all seats in force, each once. A family that was let in reads of other families who is there, and which
 * learners were; before that nobody of them, because the offer of a group names nobody either.
 */
function peopleOf(current: RoomContext, viewerId: string): Classroom['people'] {
  const own = current.room._id
  const isTeacher = viewerId === current.party.roster.teacherId
  const isIn = isTeacher || mayReadBoard(current, viewerId)
  const shown = placesOf(current)
    .filter((place) => place.room._id === own || isInForce(place))
    .map((place) => {
      const isOwn = isTeacher || partOf(place.party.roster, viewerId) !== null
      const people = peopleAt(current, place, viewerId).filter(
        ({ draws, present }) => isOwn || (isIn && (present || (draws && place.room.liveSince !== null))),
      )
      return { place, people }
    })
  const withLearner = shown.filter(({ people }) => people.some(({ part }) => part === 'learner'))
  const places = withLearner.map(({ place }) => place)
  const all = shown.flatMap(({ place, people }) =>
    people.map((person) =>
      person.part === 'learner'
        ? { ...person, name: person.name + numberOf(current, place, places) }
        : person,
    ),
  )
  return [...Map.groupBy(all, ({ userId }) => userId).values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            ...first,
            waiting: first.waiting && others.every(({ waiting }) => waiting),
            draws: first.draws || others.some(({ draws }) => draws),
            mayWrite: first.mayWrite || others.some(({ mayWrite }) => mayWrite),
            handRaised: first.handRaised || others.some(({ handRaised }) => handRaised),
          },
        ]
      : [],
  )
}

function peopleAt(current: RoomContext, { room, party }: Place, viewerId: string): Classroom['people'] {
  const { seats, present, at } = current
  const isLive = placesOf(current).some((place) => place.room.state === 'live')
  return partiesOf(party.roster).map(({ userId, part }) => ({
    ...{ userId, part, name: nameFor(party, userId, viewerId) },
    present: room.state !== 'ended' && present.has(userId),
    waiting: part !== 'teacher' && room.state === 'lobby' && isLive && present.has(userId),
    draws: isLearner(party.roster, part),
    mayWrite: mayWrite(room, party.roster, part),
    handRaised: room.hands.includes(userId),
    line: lineOf(seats, userId, at),
  }))
}

/** Attendance for each of the parties. @throws problem `not-found` for other people */
export function showAttendance({ room, party, seats, at }: RoomContext, viewerId: string): Attendance {
  if (!partOf(party.roster, viewerId)) throw problem('not-found')
  const until = room.endedAt ?? at
  return {
    sessionId: room._id,
    liveSeconds: liveSecondsOf(room, until),
    people: partiesOf(party.roster).map(({ userId, part }) => {
      const own = seats.filter((seat) => seat.userId === userId)
      const stays = staysOf(own)
      return {
        ...{ userId, part, name: nameFor(party, userId, viewerId), seconds: secondsOf(stays) },
        intervals: stays.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
        line: sumOf(own.map(({ line }) => line)),
      }
    }),
    proposal: proposalOf(room, party.roster, seats, until),
  }
}

/** Everyone of a lesson by full name, also suspended accounts: for administrators. */
export const namedParties = (party: Party) =>
  partiesOf({ ...party.roster, blocked: [] }).map(({ userId, part }) => ({
    ...{ userId, part, name: nameFor(party, userId, '') },
  }))

const sumOf = (lines: readonly Attendance['people'][number]['line'][]) => ({
  good: lines.reduce((sum, { good }) => sum + good, 0),
  poor: lines.reduce((sum, { poor }) => sum + poor, 0),
  lost: lines.reduce((sum, { lost }) => sum + lost, 0),
})

/** Everyone who may be in the room, present or not. */
function partiesOf(roster: Roster) {
  return partyIdsOf(roster).flatMap((userId) => {
    const part = partOf(roster, userId)
    return part ? [{ userId, part }] : []
  })
}
