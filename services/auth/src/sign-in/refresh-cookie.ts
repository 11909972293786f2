import { problem } from '@darsi/kit/http/problem.ts'
import type { Request, Response } from 'express'
import { sessionUser } from '../accounts/account.ts'
import type { Refreshed } from '../sessions/sessions.ts'
import type { Tokens } from '../sessions/tokens.ts'

/** The refresh token's cookie: not readable by scripts, not sent by other sites. */
export function createRefreshCookie(publicUrl: string, tokens: Pick<Tokens, 'access'>) {
  const { protocol, origin } = new URL(publicUrl)
  const secure = protocol === 'https:'
  // `__Host-` needs Secure and Path=/, which plain http on a developer's machine cannot provide
  const name = secure ? '__Host-refresh' : 'refresh'
  const options = { httpOnly: true, secure, sameSite: 'strict', path: secure ? '/' : '/api/auth' } as const

  return {
    read: (request: Request): string | null => {
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
      return pairs.find(([key]) => key === name)?.[1] ?? null
    },
    /** Sets the cookie; the body has the access token. */
    answer: async ({ account, session, refreshToken }: Refreshed, response: Response) => {
      const token = await tokens.access(account, session)
      response.cookie(name, refreshToken, { ...options, expires: session.endsAt })
      return { success: true as const, token, user: sessionUser(account) }
    },
    clear: (response: Response) => {
      response.clearCookie(name, options)
    },
    /** Routes that use the cookie refuse calls from other sites, independently of CORS. */
    refuseOtherSites: (request: Request) => {
      const site = request.headers['sec-fetch-site']
      const from = request.headers.origin
      const isOurs =
        site === undefined ? from === undefined || from === origin : site === 'same-origin' || site === 'none'
      if (!isOurs) throw problem('cross-site')
    },
  }
}

export type RefreshCookie = ReturnType<typeof createRefreshCookie>
