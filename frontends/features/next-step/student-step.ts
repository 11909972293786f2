import type { Api } from '@darsi/contracts/calls/api.ts'
import {
  bookStep,
  enterStep,
  firstOf,
  go,
  homeworkStep,
  type LearnerFacts,
  listedStep,
  messageStep,
  nextStep,
  pausedStep,
  placeStep,
  type Step,
  verifyStep,
  waitStep,
} from './step.ts'

export type StudentFacts = LearnerFacts & {
  needs: Api['GET /me/request-needs']['answer']['data'] | null
  invitation: Api['GET /me/guardian']['answer']['data']
}

/** The one next step of a student. */
export function studentStep(facts: StudentFacts, now: number): Step | null {
  const { account, lessons, pending, approved, paused, waiting, homework, threads } = facts
  return firstOf([
    () => enterStep(lessons, false, now),
    () => account && verifyStep(account),
    () => placeStep(waiting),
    () => protectionStep(facts),
    () => homeworkStep(homework, now),
    () => messageStep(threads, account?.id ?? ''),
    () => bookStep(approved, lessons, false),
    () => nextStep(lessons, 'my-sessions', false),
    () => waitStep(pending),
    () => listedStep(waiting),
    () => pausedStep(paused),
    () => (account ? { kind: 'find', named: {}, to: go('find-teachers') } : null),
  ])
}

/** A minor needs a guardian, and everyone a year of birth, before a request is sent. */
function protectionStep({ needs, invitation }: StudentFacts): Step | null {
  if (needs?.birthYear) return { kind: 'birthYear', named: {}, to: go('profile') }
  if (!needs?.guardian) return null
  return invitation?.state === 'waiting'
    ? { kind: 'guardianWaits', named: { email: invitation.email }, to: go('profile') }
    : { kind: 'guardian', named: {}, to: go('profile') }
}
