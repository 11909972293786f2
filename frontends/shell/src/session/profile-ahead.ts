import { readSession } from '@darsi/client/session/session.ts'
import { appLanguage } from '../language.ts'

declare global {
  var darsiProfile: { readonly token: string; readonly answer: Promise<Response> } | undefined
}

const address = '/api/auth/profile'

/** Requests the profile while the application's scripts are still on their way: the dashboard waits for it. */
export function fetchProfileAhead(): void {
  const token = readSession()?.token
  if (token === undefined) return
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': appLanguage() }
  const answer = fetch(address, { headers, credentials: 'same-origin' })
  // whoever takes the answer handles the failure
  answer.catch(() => {})
  globalThis.darsiProfile = { token, answer }
}

/** `fetch` of the application: its first request of the profile gets the answer that is already on its way. */
export const fetchOrAhead: typeof fetch = async (input, init) => {
  const ahead = globalThis.darsiProfile
  if (ahead === undefined || input !== address) return fetch(input, init)
  globalThis.darsiProfile = undefined
  // the session may have been renewed or replaced meanwhile
  if (new Headers(init?.headers).get('Authorization') !== `Bearer ${ahead.token}`) return fetch(input, init)
  const { signal } = init ?? {}
  const aborted = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  const answer = await Promise.race([ahead.answer, aborted])
  signal?.throwIfAborted()
  return answer
}
