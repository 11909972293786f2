import type { Consumes } from '@darsi/kit/consumer.ts'
import type { GridStore } from './grid-store.ts'
import { eraseSessions, sessionConsumes } from './sessions/session-events.ts'
import type { Sessions } from './sessions/sessions.ts'

export function consumes(store: GridStore, sessions: Sessions): Consumes {
  return {
    ...sessionConsumes(sessions),
    'user.deletion-requested': async ({ data }) => {
      const at = new Date(data.at)
      await eraseSessions(sessions, data.userId, at)
      // last, because it confirms
      await store.erase(data.userId, at)
    },
  }
}
