import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { ReactNode } from 'react'
import { ConnectionList } from '../../connections/public.ts'
import { RequestExtras } from '../../messages/public.ts'
import { Alternatives, needsAlternatives } from '../alternatives.tsx'
import { useLearnerWishes } from '../learner-wishes.ts'
import { WaitingRequests } from './waiting-requests.tsx'

type Props = {
  api: ApiClient
  seeker: 'student' | 'parent'
  /** Opens the conversation of a request. */
  onMessages: (thread: string) => void
  emptyActions: ReactNode
}

/** Unsent requests first, then the sent ones. Below a refused one, other teachers are suggested. */
export function OwnRequests({ api, seeker, onMessages, emptyActions }: Props) {
  const { wishes, failed } = useLearnerWishes(api, seeker)
  const learners = seeker === 'parent' ? wishes : null
  return (
    <>
      <WaitingRequests api={api} learners={learners} />
      <ConnectionList
        api={api}
        box="sent"
        emptyActions={emptyActions}
        extras={(connection) => (
          <RequestExtras api={api} viewer={seeker} connection={connection} onMessages={onMessages} />
        )}
        below={(connection) =>
          // without the children the request of a parent would look like that of a student
          wishes !== null &&
          needsAlternatives(connection) && (
            <Alternatives api={api} connection={connection} learners={learners} failed={failed} />
          )
        }
      />
    </>
  )
}
