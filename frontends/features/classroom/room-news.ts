import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'

type Room = Pick<Classroom, 'state' | 'people'>
export type News =
  | { readonly kind: 'came' | 'left' | 'hand'; readonly name: string }
  | { readonly kind: 'live' | 'held' | 'ended' | 'mayWrite' | 'mayNotWrite' }

/** The changes between two room states, for the live text of screen readers. */
export function newsBetween(before: Room | null, after: Room, me: string): readonly News[] {
  if (before === null) return []
  const news: News[] = []
  for (const person of after.people) {
    const old = before.people.find(({ userId }) => userId === person.userId)
    const { name } = person
    if (person.userId === me) {
      if (old && old.mayWrite !== person.mayWrite && after.state === 'live' && before.state === 'live')
        news.push({ kind: person.mayWrite ? 'mayWrite' : 'mayNotWrite' })
      continue
    }
    if (person.present && !old?.present) news.push({ kind: 'came', name })
    if (!person.present && old?.present) news.push({ kind: 'left', name })
    if (person.handRaised && !old?.handRaised) news.push({ kind: 'hand', name })
  }
  if (before.state !== after.state && after.state !== 'lobby') news.push({ kind: after.state })
  return news
}

/** The minutes left, rounded up; null before the last five. */
export function lastMinutes(endsAt: string, now: number): number | null {
  const left = Math.ceil((Date.parse(endsAt) - now) / 60_000)
  return left <= 5 && left > 0 ? left : null
}
