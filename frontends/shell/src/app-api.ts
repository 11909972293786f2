import { createApi } from '@darsi/ui/api-client.ts'
import { endWhenIdle, watchIdle } from '@darsi/ui/idle.ts'
import { keepSessionFresh } from '@darsi/ui/keep-session-fresh.ts'
import { createPasswordQuestion } from '@darsi/ui/security/password-question.ts'

export const passwordQuestion = createPasswordQuestion()
const idle = watchIdle()

/** The application's only API client. A session that ends is noticed by the guard, which watches it. */
export const api = createApi({
  baseUrl: '/api',
  onSignedOut: () => {},
  askPassword: passwordQuestion.ask,
  isIdle: idle.isIdle,
})
keepSessionFresh(api)
endWhenIdle(api, idle)
