import { createApi } from '@darsi/client/api/api-client.ts'
import { createPasswordQuestion } from '@darsi/client/password-question/password-question.ts'
import { endWhenIdle, watchIdle } from '@darsi/client/session/idle.ts'
import { keepSessionFresh } from '@darsi/client/session/keep-session-fresh.ts'
import { watchLogout } from './return-place.ts'

export const passwordQuestion = createPasswordQuestion()
const idle = watchIdle()

/** The application's only API client. The guard watches it for the end of the session. */
export const api = createApi({
  baseUrl: '/api',
  onSignedOut: () => {},
  askPassword: passwordQuestion.ask,
  isIdle: idle.isIdle,
})
keepSessionFresh(api)
watchLogout()
endWhenIdle(api, idle)
