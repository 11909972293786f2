import { createApi } from '@darsi/client/api/api-client.ts'
import { wipeOfflineCopies, withOfflineCopies } from '@darsi/client/offline/offline-copies.ts'
import { sendWhenOnline } from '@darsi/client/offline/outbox.ts'
import { createPasswordQuestion } from '@darsi/client/password-question/password-question.ts'
import { readSession, watchSession } from '@darsi/client/session/session.ts'
import { endWhenIdle, watchIdle } from '@darsi/client/signed-in/idle.ts'
import { keepSessionFresh } from '@darsi/client/signed-in/keep-session-fresh.ts'
import { fetchOrAhead } from '../session/profile-ahead.ts'
import { watchAccount, watchLogout } from '../session/return-place.ts'

export const passwordQuestion = createPasswordQuestion()
const idle = watchIdle()

/** The application's only API client. The guard watches it for the end of the session. */
export const api = withOfflineCopies(
  createApi({
    baseUrl: '/api',
    onSignedOut: () => {},
    askPassword: passwordQuestion.ask,
    isIdle: idle.isIdle,
    fetch: fetchOrAhead,
  }),
)
keepSessionFresh(api)
watchLogout()
watchAccount(() => {
  // unsaved text is the earlier account's: a question whether to stay would let its page stay
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.reload()
})
sendWhenOnline(api)
// after the first screen, which does not need it
setTimeout(() => {
  import('@darsi/client/signed-in/keep-push-registered.ts').then(
    ({ keepPushRegistered }) => keepPushRegistered(api),
    // the next start registers
    () => {},
  )
}, 3_000)
// the end of a session, however it came, leaves nothing to read on this device
const wipeWithoutSession = () => {
  if (readSession() === null) wipeOfflineCopies()
}
wipeWithoutSession()
watchSession(wipeWithoutSession)
endWhenIdle(api, idle)
