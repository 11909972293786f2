import { readSession } from '@darsi/client/session/session.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { useEffect, useState } from 'react'
import { failureText, useSending } from '../use-sending.ts'
import type { keptToken } from './kept-token.ts'
import { forgetMailedLink, takeMailedLink } from './link-token.ts'

type Options<Done> = {
  /** The only role that may accept. */
  role: Role
  link: ReturnType<typeof keptToken>
  /** Stores the address of the mail, for the following forms. */
  address?: ReturnType<typeof keptToken>
  accept: (token: string) => Promise<Done>
  failed: string
}

/** The reader: may accept, has another role, or is signed out. */
type Reader = 'right' | 'other' | 'nobody'

/** A mailed link that needs an account to accept. Its token is kept while the reader signs in or registers. */
export function usePassedLink<Done>({ role, link, address, accept, failed }: Options<Done>) {
  // the links are inactive until the token is stored
  const [reader, setReader] = useState<Reader | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  /** The page was opened without the mailed link, for example by the shared address. */
  const [isMissing, setMissing] = useState(false)
  const { run, busy } = useSending()

  useEffect(() => {
    // removes the token from the address at once, because others could see it
    const mailed = takeMailedLink()
    if (mailed !== null) {
      link.keep(mailed.token)
      if (mailed.email !== '') address?.keep(mailed.email)
    } else if (link.kept() === null) setMissing(true)
    const own = readSession()?.user.role
    setReader(own === undefined ? 'nobody' : own === role ? 'right' : 'other')
  }, [role, link, address])

  const send = async () => {
    const token = link.kept()
    if (token === null) return setMissing(true)
    setFailure(null)
    await run(
      async () => {
        const answer = await accept(token)
        forgetMailedLink()
        link.forget()
        address?.forget()
        setDone(answer)
      },
      (error) => setFailure(failureText(error, failed)),
    )
  }
  return { reader, done, failure, isMissing, busy, accept: () => void send() }
}
