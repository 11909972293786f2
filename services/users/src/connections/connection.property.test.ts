import { requestExpiryMs } from '@darsi/contracts/rules/requests.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  actionsOf,
  type Connection,
  expireOrRemind,
  isOpen,
  type Moved,
  move,
  newConnection,
  review,
} from './connection.ts'

const start = Date.parse('2026-11-21T08:00:00Z')
const learner = fc.constantFrom(
  { requesterId: 's', studentId: 's', childId: null, guardianIds: [], minor: false },
  { requesterId: 's', studentId: 's', childId: 'k', guardianIds: ['p', 'q'], minor: true },
  { requesterId: 'p', studentId: null, childId: 'k', guardianIds: ['p', 'q'], minor: true },
  { requesterId: 'p', studentId: null, childId: 'k', guardianIds: ['p'], minor: false },
)
const step = fc.record({
  hours: fc.integer({ min: 0, max: 30 }),
  kind: fc.constantFrom(
    'accept',
    'decline',
    'consent',
    'cancel',
    'end',
    'approve',
    'reject',
    'expireOrRemind',
  ),
  by: fc.constantFrom('t', 's', 'p', 'q', 'x'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function apply(state: Connection, { kind, by }: Step, at: Date): Moved | null {
  if (kind === 'expireOrRemind') return expireOrRemind(state, at)
  if (kind === 'approve' || kind === 'reject')
    return review(state, { decision: kind === 'approve' ? 'approved' : 'declined', by: 'a', notes: '', at })
  // `as`: the remaining five
  const action = kind as 'accept'
  const wasAllowed = actionsOf(state, by).includes(action)
  try {
    return move(state, { action, by, note: '', at })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isLate = state.status === 'pending' && at.getTime() - state.requestedAt.getTime() >= requestExpiryMs
    expect(wasAllowed && !isLate).toBe(false)
    return null
  }
}

it('whatever anybody does in whatever order, all agreed before it was approved, and a closed one stays closed', () => {
  fc.assert(
    fc.property(learner, fc.boolean(), fc.array(step, { maxLength: 25 }), (who, flagged, steps) => {
      const asked = {
        _id: 'c',
        teacherId: 't',
        subject: 'arabic' as const,
        message: '',
        preferredTimes: [],
        learnerBirthYear: null,
      }
      const flags = flagged ? (['many-requests'] as const) : []
      let state = newConnection(
        { ...asked, ...who, guardianIds: [...who.guardianIds], flags: [...flags] },
        new Date(start),
      )
      const { needs } = state
      let now = start
      for (const one of steps) {
        now += one.hours * 3600 * 1000
        const moved = apply(state, one, new Date(now))
        if (!moved) continue
        // only an open connection changes, and only forward
        expect(isOpen(state)).toBe(true)
        if (state.status === 'approved') expect(moved.type).toBe('connection.ended')
        state = moved.changed
        if (moved.type === 'connection.approved') {
          expect(now - start).toBeLessThan(requestExpiryMs)
          const mustAgree = Object.entries(needs).filter(([, need]) => need !== 'none')
          for (const [name] of mustAgree) expect(state.needs).toHaveProperty(name, 'agreed')
        }
        if (state.status === 'declined') expect(Object.values(state.needs)).toContain('refused')
        expect(state.decidedAt === null).toBe(state.status === 'pending')
        expect(state.status === 'approved' && Object.values(state.needs).includes('waiting')).toBe(false)
      }
    }),
    { numRuns: 2000 },
  )
})
