import { useEffect, useState } from 'react'
import { failureText, useSending } from '../use-sending.ts'
import { forgetMailedLink, takeMailedLink } from './link-token.ts'

type Action = {
  call: (token: string) => Promise<{ message?: string | undefined }>
  texts: { noLink: string; failed: string }
}

/** The action behind a mailed link. Nothing is sent before the button is pressed. */
export function useLinkAction({ call, texts }: Action) {
  const [done, setDone] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { run, busy } = useSending()

  // removes the token from the address at once, because others could see it
  useEffect(() => void takeMailedLink(), [])

  const act = async () => {
    const link = takeMailedLink()
    if (link === null) return setFailure(texts.noLink)
    setFailure(null)
    await run(
      async () => {
        const { message = '' } = await call(link.token)
        forgetMailedLink()
        setDone(message)
      },
      (error) => setFailure(failureText(error, texts.failed)),
    )
  }
  return { done, failure, busy, act: () => void act() }
}
