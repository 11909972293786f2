import { ApiError } from '@darsi/client/api/api-error.ts'
import { readSession } from '@darsi/client/session/session.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { useEffect, useState } from 'react'
import type { keptToken } from './kept-token.ts'
import { forgetMailedLink, takeMailedLink } from './link-token.ts'

type Options<Done> = {
  /** The only role that may accept. */
  role: Role
  link: ReturnType<typeof keptToken>
  /** Keeps where the link was mailed, for the forms on the way. */
  address?: ReturnType<typeof keptToken>
  accept: (token: string) => Promise<Done>
  texts: { noLink: string; failed: string }
}

/** Who reads: somebody who may accept, somebody else, nobody who is logged in. */
type Reader = 'right' | 'other' | 'nobody'

/** A mailed link that is accepted with an account: its token is kept while the reader logs in or registers. */
export function usePassedLink<Done>({
  role,
  link,
  address,
  accept,
  texts: { noLink, failed },
}: Options<Done>) {
  // nobody goes on before the token is kept
  const [reader, setReader] = useState<Reader | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // out of the address at once, where others would see it
    const mailed = takeMailedLink()
    if (mailed !== null) {
      link.keep(mailed.token)
      if (mailed.email !== '') address?.keep(mailed.email)
    } else if (link.kept() === null) setFailure(noLink)
    const own = readSession()?.user.role
    setReader(own === undefined ? 'nobody' : own === role ? 'right' : 'other')
  }, [role, link, address, noLink])

  const send = async () => {
    const token = link.kept()
    if (token === null) return setFailure(noLink)
    setBusy(true)
    setFailure(null)
    try {
      const answer = await accept(token)
      forgetMailedLink()
      link.forget()
      address?.forget()
      setDone(answer)
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : failed)
    } finally {
      setBusy(false)
    }
  }
  return { reader, done, failure, busy, accept: () => void send() }
}
