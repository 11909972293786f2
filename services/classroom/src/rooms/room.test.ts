import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { partOf, type Roster } from '../parties/roster.ts'
import { rightsOf } from './rights.ts'
import {
  admit,
  advance,
  ageBandOf,
  end,
  hold,
  lacksOf,
  type Moved,
  newRoom,
  nextPage,
  type Room,
  refuseEntry,
} from './room.ts'

const start = Date.parse('2026-11-23T08:00:00Z')
const minutes = (count: number) => new Date(start + count * 60_000)
const room = (changes: Partial<Room> = {}): Room => ({
  ...{
    _id: 'l1',
    connectionId: 'c1',
    teacherId: 't',
    subject: 'Mathematics',
    type: 'online',
    status: 'upcoming',
  },
  ...{ startsAt: minutes(0), lessonEndsAt: minutes(30), onHold: false, ...newRoom, ...changes },
})
const adult: Roster = {
  ...{ teacherId: 't', studentId: 's', childId: null, guardianIds: [], minor: false },
  ...{ learnerBirthYear: 2000, videoWithdrawn: false, status: 'approved', blocked: [] },
}
const teenager: Roster = { ...adult, minor: true, guardianIds: ['m'], learnerBirthYear: 2012 }
const child: Roster = { ...teenager, guardianIds: ['m', 'f'], learnerBirthYear: 2017 }
const here = (...userIds: string[]) => new Set(userIds)
const apply = (before: Room, moved: Moved | null): Room => ({ ...before, ...moved?.changes })
const settle = (before: Room, roster: Roster | null, present: Set<string>, at: Date): Room => {
  const moved = advance(before, roster, present, at)
  return moved ? settle(apply(before, moved), roster, present, at) : before
}
const liveRoom = (roster: Roster, present: Set<string>, at = minutes(0)): Room => {
  const lobby = settle(room(), roster, present, at)
  return apply(lobby, admit(lobby, roster, { by: 't', at, present }))
}

describe('the lobby', () => {
  it('is open from ten minutes before the lesson until ten minutes after', () => {
    expect(() => refuseEntry(room(), adult, minutes(-10.1))).toThrow('classroom-closed')
    expect(() => refuseEntry(room(), adult, minutes(-10))).not.toThrow()
    expect(() => refuseEntry(room(), adult, minutes(39.9))).not.toThrow()
    expect(() => refuseEntry(room(), adult, minutes(40))).toThrow('classroom-closed')
  })

  it.each([
    ['session-state', { status: 'proposed' }, {}],
    ['session-state', { status: 'cancelled' }, {}],
    ['session-state', { type: 'faceToFace' }, {}],
    ['connection-paused', { onHold: true }, {}],
    ['connection-paused', {}, { status: 'suspended' }],
    ['session-state', {}, { status: 'ended' }],
    ['video-consent-missing', {}, { videoWithdrawn: true }],
  ] as const)('answers %s for a room %j of a connection %j', (slug, changes, roster) => {
    expect(() => refuseEntry(room(changes), { ...teenager, ...roster }, minutes(0))).toThrow(slug)
  })

  it('keeps a child up to ten years waiting until teacher, child and a guardian are there', () => {
    for (const present of [here('t'), here('t', 's'), here('s', 'm'), here('t', 'm')]) {
      const lobby = settle(room(), child, present, minutes(0))
      expect(() => admit(lobby, child, { by: 't', at: minutes(0), present })).toThrow('classroom-waiting')
    }
    expect(liveRoom(child, here('t', 's', 'f')).state).toBe('live')
  })

  it('allows a child without an account to use the guardian’s device', () => {
    const without = { ...child, studentId: null, childId: 'c' }
    const live = liveRoom(without, here('t', 'm'))
    expect(rightsOf(live, without, 'guardian').write).toBe(true)
    expect(rightsOf(live, child, 'guardian').write).toBe(false)
  })

  it('lets a learner of any age write from the start, until the teacher says otherwise', () => {
    const live = liveRoom(child, here('t', 's', 'm'))
    expect(rightsOf(live, child, 'learner').write).toBe(true)
    expect(rightsOf({ ...live, learnerMayWrite: false }, child, 'learner').write).toBe(false)
  })

  it('is ended only by the teacher, whoever entered first', () => {
    const present = here('t', 's', 'm')
    const lobby = settle(room(), teenager, present, minutes(-9))
    for (const by of ['s', 'm', 'stranger'])
      expect(() => admit(lobby, teenager, { by, at: minutes(0), present })).toThrow('forbidden')
  })
})

describe('a lesson of a young child', () => {
  const present = here('t', 's', 'm')

  it('is on hold without a guardian, and resumes when one returns, until the lesson ends', () => {
    const live = liveRoom(child, present)
    const held = settle(live, child, here('t', 's'), minutes(5))
    expect(held).toMatchObject({ state: 'held', holdCause: 'guardian-absent', liveMs: 5 * 60_000 })
    expect(rightsOf(held, child, 'teacher')).toMatchObject({ speak: false, write: false, shareScreen: false })
    // the other guardian
    const back = settle(held, child, here('t', 's', 'f'), minutes(7))
    expect(back).toMatchObject({ state: 'live', heldAt: null })
    expect(settle(held, child, here('t', 's'), minutes(29.9)).state).toBe('held')
    const late = settle(held, child, here('t', 's', 'm'), minutes(29.9))
    expect(late).toMatchObject({ state: 'live', heldMs: 24.9 * 60_000 })
    const over = settle(held, child, here('t', 's'), minutes(30))
    expect(over).toMatchObject({
      state: 'ended',
      endCause: 'time',
      endedAt: minutes(30),
      heldMs: 25 * 60_000,
    })
  })

  it('survives a parent who looks in before it begins: the time before the start does not count', () => {
    const early = liveRoom(child, present, minutes(-7))
    const left = settle(early, child, here('t', 's'), minutes(-4))
    expect(left).toMatchObject({ state: 'held', endsAt: minutes(30) })
    expect(settle(left, child, here('t', 's'), minutes(1)).state).toBe('held')
    const back = settle(left, child, present, minutes(2))
    expect(back).toMatchObject({ state: 'live', endsAt: minutes(30), heldMs: 2 * 60_000 })
  })

  it('is not resumed by the teacher while the guardian is away', () => {
    const held = settle(liveRoom(child, present), child, here('t', 's'), minutes(5))
    expect(() => admit(held, child, { by: 't', at: minutes(6), present })).toThrow('forbidden')
  })

  it('is on hold when the only guardian who is there is suspended', () => {
    const live = liveRoom(child, present)
    expect(settle(live, { ...child, blocked: ['m'] }, present, minutes(1)).state).toBe('held')
  })
})

describe('who paused a lesson', () => {
  const present = here('t', 's', 'm')

  it('resumes it: a guardian’s pause is not the teacher’s to end', () => {
    const live = liveRoom(teenager, present)
    const held = apply(live, hold(live, teenager, { by: 'm', at: minutes(1) }))
    expect(() => admit(held, teenager, { by: 't', at: minutes(2), present })).toThrow('forbidden')
    expect(apply(held, admit(held, teenager, { by: 'm', at: minutes(2), present })).state).toBe('live')
  })

  it('cannot pause a room that is not live', () => {
    expect(() => hold(room(), teenager, { by: 't', at: minutes(0) })).toThrow('classroom-waiting')
  })
})

it.each([
  ['video-consent-missing', {}, { videoWithdrawn: true }],
  ['connection-paused', { onHold: true }, {}],
  ['session-state', {}, { status: 'ended' }],
  ['session-state', { status: 'cancelled' }, {}],
] as const)('nobody starts a lesson after %s before anybody entered', (reason, changes, lost) => {
  const roster: Roster = { ...teenager, ...lost }
  const present = here('t', 's', 'm')
  const unopened = settle(room(changes), roster, present, minutes(0))
  expect(unopened.openedAt).toBeNull()
  expect(() => admit(unopened, roster, { by: 't', at: minutes(0), present })).toThrow(reason)
})

describe('the clock', () => {
  it('ends a lesson at the limit of the age, however long it was planned', () => {
    const planned = room({ lessonEndsAt: minutes(60) })
    const live = apply(planned, admitted(child, 5))
    expect(live.endsAt).toEqual(minutes(35))
    expect(settle(live, child, here('t', 's', 'm'), minutes(34.9)).state).toBe('live')
    // time after the end does not count, even when the timer fires late
    const late = settle(live, child, here('t', 's', 'm'), minutes(600))
    expect(late).toMatchObject({
      state: 'ended',
      endCause: 'time',
      endedAt: minutes(35),
      liveMs: 30 * 60_000,
    })
  })

  it('ends every lesson ten minutes after its end', () => {
    expect(apply(room(), admitted(adult, 0)).endsAt).toEqual(minutes(40))
  })

  it('does nothing with a room that nobody entered', () => {
    expect(advance(room(), adult, here(), minutes(600))).toBeNull()
  })

  const admitted = (roster: Roster, at: number) => {
    const present = here('t', 's', 'm')
    return admit(room(), roster, { by: 't', at: minutes(at), present })
  }
})

describe('what a lesson rests on', () => {
  it.each([
    ['consent-withdrawn', {}, { videoWithdrawn: true }],
    ['connection-paused', {}, { status: 'suspended' }],
    ['connection-paused', { onHold: true }, {}],
    ['connection-ended', {}, { status: 'ended' }],
    ['account-suspended', {}, { blocked: ['t'] }],
    ['account-suspended', {}, { blocked: ['s'] }],
    ['session-cancelled', { status: 'cancelled' }, {}],
  ] as const)('ends it by %s, in the lobby, live and on hold', (cause, changes, lost) => {
    const present = here('t', 's', 'm')
    const live = liveRoom(teenager, present)
    const held = apply(live, hold(live, teenager, { by: 't', at: minutes(1) }))
    for (const before of [settle(room(), teenager, present, minutes(0)), live, held]) {
      const after = settle({ ...before, ...changes }, { ...teenager, ...lost }, present, minutes(2))
      expect(after).toMatchObject({ state: 'ended', endCause: cause })
    }
  })
})

it('the bands of age are those of the rules', () => {
  expect([child, teenager, adult].map((roster) => ageBandOf(room(), roster))).toEqual([
    '6-10',
    '11-17',
    '18+',
  ])
  expect(ageBandOf(room(), { ...child, learnerBirthYear: null })).toBe('6-10')
})

it('a board has forty pages at most', () => {
  expect(nextPage({ pages: ['1'] })).toBe('2')
  expect(() => nextPage({ pages: Array.from({ length: 40 }, (_, at) => String(at + 1)) })).toThrow(
    'classroom-pages-full',
  )
})

const userId = fc.constantFrom('t', 't', 't', 's', 's', 'm', 'm', 'f', 'stranger')
const often = [
  ...['come', 'come', 'come', 'come', 'come', 'go'],
  ...['admit', 'admit', 'admit', 'hold', 'wait'],
]
// these end the room
const rare = ['end', 'withdraw', 'block']
const action = fc.record({
  what: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...often) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  ),
  by: userId,
  seconds: fc.oneof({ weight: 5, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.nat(400) }),
})

describe('whatever happens in whatever order', () => {
  it.each([
    ['child', child],
    ['child without account', { ...child, studentId: null, childId: 'c' }],
    ['teenager', teenager],
    ['adult', adult],
  ] as const)('the rules hold for a %s', (_, first) => {
    const seen = { admitted: 0, live: 0, guardianAbsent: 0 }
    const actions = fc.array(action, { maxLength: 40, size: 'max' })
    fc.assert(
      fc.property(fc.boolean(), actions, (isLive, actions) => {
        const present = isLive ? here('t', 's', 'm') : here()
        let [now, current] = isLive ? [start, liveRoom(first, present)] : [start - 600_000, room()]
        let roster: Roster = first
        for (const { what, by, seconds } of actions) {
          now += seconds * 1000
          const at = new Date(now)
          const before = current
          if (what === 'come') present.add(by)
          if (what === 'go') present.delete(by)
          if (what === 'withdraw') roster = { ...roster, videoWithdrawn: true }
          if (what === 'block') roster = { ...roster, blocked: [...roster.blocked, by] }
          current = settle(current, roster, present, at)
          try {
            const isParty = partOf(roster, by) !== null
            if (what === 'admit') current = apply(current, admit(current, roster, { by, at, present }))
            if (what === 'hold' && isParty) current = apply(current, hold(current, roster, { by, at }))
            if (what === 'end' && isParty) current = apply(current, end(current, { by, at }))
          } catch {
            // refused: nothing changed
          }
          check(before, current, roster, present, at)
          if (current.state === 'live') seen.live++
          if (current.state === 'live' && before.state === 'lobby') seen.admitted++
          if (current.state === 'held' && current.holdCause === 'guardian-absent') seen.guardianAbsent++
        }
      }),
      { numRuns: 300 },
    )
    expect(seen.live).toBeGreaterThan(300)
    expect(seen.admitted).toBeGreaterThan(0)
    if (ageBandOf(room(), first) === '6-10') expect(seen.guardianAbsent).toBeGreaterThan(0)
  })
})

function check(before: Room, after: Room, roster: Roster, present: Set<string>, at: Date): void {
  // ended is final
  if (before.state === 'ended') expect(after).toEqual(before)
  if (after.state === 'live') {
    // media only for people who are present, have the right and are within the time
    expect(lacksOf(after, roster, present)).not.toContain('guardian')
    expect(roster.videoWithdrawn).toBe(false)
    expect(partOf(roster, 't')).toBe('teacher')
    expect(after.endsAt && at < after.endsAt).toBe(true)
  } else {
    for (const part of ['teacher', 'learner', 'guardian'] as const)
      expect(rightsOf(after, roster, part)).toMatchObject({ speak: false, shareScreen: false })
  }
  // no hidden participants: everyone present is listed, and only parties can be present
  const parties = [...present].filter((each) => partOf(roster, each))
  if (after.openedAt && after.state !== 'ended') expect([...after.present].sort()).toEqual(parties.sort())
  const endsAt = after.endsAt?.getTime() ?? 0
  if (after.liveSince) expect(after.liveMs).toBeLessThanOrEqual(endsAt - after.liveSince.getTime())
}
