import { createApi } from '@darsi/client/api/api-client.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { SiteProvider } from '../../site.tsx'

export type Call = { path: string; body: Record<string, unknown>; headers: Headers }
export type Answer = { status?: number; body?: object }

/** Renders a page against a server that answers with `answer`. */
export function visit(
  page: ReactNode,
  {
    answer = () => ({}),
    language = 'en',
  }: { answer?: (call: Call) => Answer | 'offline'; language?: Language } = {},
) {
  const calls: Call[] = []
  const fetch = async (url: RequestInfo | URL, init: RequestInit = {}) => {
    const call = {
      path: String(url).replace('/api', ''),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
      headers: new Headers(init.headers),
    }
    calls.push(call)
    const answered = answer(call)
    if (answered === 'offline') throw new TypeError('Failed to fetch')
    const { status = 200, body = { success: true } } = answered
    return new Response(JSON.stringify(body), { status })
  }
  const api = createApi({ baseUrl: '/api', onSignedOut: () => {}, language: () => language, fetch })
  const view = render(
    <SiteProvider language={language} path="/" api={api}>
      {page}
    </SiteProvider>,
  )
  return { ...view, calls, user: userEvent.setup() }
}

/** A problem document as the services send it. */
export const refusal = (status: number, code: string, message: string, more: object = {}): Answer => ({
  status,
  body: { success: false, error: message, message, code, status, ...more },
})
