import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { type ReactNode, useState } from 'react'
import { readProfileAt } from '../proofs/public.ts'
import type { Decision } from './decision.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import type { ListedUser } from './use-users.ts'

type Decisions = { ask: (user: ListedUser, decision: Decision) => void; dialog: ReactNode }

const statusAfter = {
  approve: 'approved',
  reinstate: 'approved',
  reopen: 'pending',
  reject: 'suspended',
  suspend: 'suspended',
} as const satisfies Record<Decision, ListedUser['status']>

/** Asks for the notes, sends the decision and passes on the row from the answer. */
export function useDecisions(api: ApiClient, onDecided: (row: ListedUser) => void): Decisions {
  const [asked, setAsked] = useState<{ user: ListedUser; decision: Decision } | null>(null)

  const decide = async (notes: string) => {
    if (!asked) return
    const { user, decision } = asked
    const profileAt = readProfileAt(api, user.id)
    const answer = await api.call('PUT /admin/users/:id/status', {
      params: { id: user.id },
      body: { status: statusAfter[decision], notes, seen: user.status, ...(profileAt && { profileAt }) },
    })
    onDecided(answer.data)
  }

  return {
    ask: (user, decision) => setAsked({ user, decision }),
    dialog: asked && (
      <DecisionDialog
        key={`${asked.user.id} ${asked.decision}`}
        api={api}
        user={asked.user}
        decision={asked.decision}
        onDecide={decide}
        onClose={() => setAsked(null)}
      />
    ),
  }
}
