import type { ApiClient } from '../api/api-client.ts'

type Call = { key: string; params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
type Answers = Readonly<Record<string, (call: Call) => unknown>>

/** For tests: answers by the call's name and records the calls; an unknown call fails. */
export function fakeApi(answers: Answers) {
  const calls: Call[] = []
  const call = async (key: string, options: Omit<Call, 'key'> & { signal?: AbortSignal } = {}) => {
    const { signal, ...rest } = options
    const asked = { key, ...rest }
    calls.push(asked)
    const answer = answers[key]
    if (!answer) throw new Error(`no answer for ${key}`)
    return answer(asked)
  }
  const response = async (key: string, options: Omit<Call, 'key'> = {}) => {
    const answered = await call(key, options)
    return answered instanceof Response ? answered : Response.json(answered)
  }
  // `as`: the answers are typed by each test
  const api = { call, response, refresh: async () => true } as ApiClient
  return { api, calls, asked: (key: string) => calls.filter((each) => each.key === key) }
}
