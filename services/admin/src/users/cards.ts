import { cardsApi, type WaitingCard } from '@darsi/contracts/calls/admin/cards-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded } from '@darsi/kit/http/route.ts'
import { byTime, pageOf } from '@darsi/kit/mongo/page.ts'
import { isCardWaiting, isVisible, type UserRow } from '../people/user-row.ts'
import type { Moved, UserStore } from './user-store.ts'

type CardDeps = { users: Pick<UserStore, 'collection' | 'update'> }

/** Changed texts of teachers that wait for a decision: users sends them with the profile until it has the decision. */
export function cardRoutes({ users }: CardDeps): Route[] {
  return [
    route(cardsApi, 'GET /admin/cards', async ({ query: { limit, cursor } }) => {
      const { rows, ...counts } = await pageOf(users.collection, {
        filter: waitingCards,
        order: byTime('card.changedAt', 1),
        limit,
        cursor,
      })
      return { success: true as const, data: rows.flatMap(waitingCard), ...counts }
    }),
    route(cardsApi, 'PUT /admin/cards/:id', async ({ params, body, identity, at }) => {
      const decided = { ...body, by: identity.userId, at }
      if (!(await users.update(params.id, (row) => reviewCard(row, decided)))) throw problem('not-found')
      return succeeded()
    }),
  ]
}

type Decision = { status: 'approved' | 'refused'; notes: string; changedAt: string; by: string; at: Date }

/** @throws problem `not-found` without a card, `card-changed` when it changed since, or is decided already */
function reviewCard(row: UserRow, { status: decision, notes, changedAt: seen, by, at }: Decision): Moved {
  const { _id: teacherId, card, fullName, email, language } = row
  if (!isVisible(row) || !card) throw problem('not-found')
  const { changedAt } = card
  const isAnother = changedAt.toISOString() !== seen
  if (isAnother || !isCardWaiting(row)) throw problem('card-changed')
  return {
    changed: { ...row, cardReviewedOf: changedAt },
    event: {
      type: 'card.reviewed',
      data: { teacherId, decision, by, changedAt: seen, at: at.toISOString() },
      personal: { fullName, email, language, notes },
    },
  }
}

/** The rows of `isCardWaiting`. */
const waitingCards = {
  'card.changedAt': { $type: 'date' },
  $expr: { $ne: ['$card.changedAt', '$cardReviewedOf'] },
  erasure: null,
  erasedAt: null,
}

function waitingCard({ _id, fullName, card }: UserRow): WaitingCard[] {
  if (!card) return []
  const { shown, proposed, changedAt } = card
  return [{ id: _id, teacherName: fullName, shown, proposed, changedAt: changedAt.toISOString() }]
}
