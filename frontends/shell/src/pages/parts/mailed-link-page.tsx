import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { forgetMailedLink, takeMailedLink } from '../../links/link-token.ts'
import { failureText, useSending } from '../../use-sending.ts'
import { FormPage } from './form-page.tsx'

type Link = { href: string; label: string }
type Props = {
  title: string
  lead: string
  picture: ReactNode
  /** The label of the button. */
  action: string
  call: (token: string) => Promise<{ message?: string | undefined }>
  /** The title after success, and the two links that replace the button. */
  done: { title: string; links: readonly [Link, Link] }
  texts: { noLink: string; failed: string; needsScript: string }
  /** Below the button. */
  children?: ReactNode
}

/** A page that a mail links to. It acts only on a click, because mail scanners open every link and some run scripts. */
export function MailedLinkPage({ title, lead, picture, action, call, done, texts, children }: Props) {
  const { done: message, failure, busy, act } = useLinkAction({ call, texts })
  if (message !== null) {
    const [first, second] = done.links
    return (
      <FormPage title={done.title} picture={picture}>
        <Banner tone="success">{message}</Banner>
        <div className="form-page-actions">
          <LinkButton full href={first.href}>
            {first.label}
          </LinkButton>
          <LinkButton full variant="secondary" href={second.href}>
            {second.label}
          </LinkButton>
        </div>
      </FormPage>
    )
  }
  return (
    <FormPage title={title} lead={lead} picture={picture}>
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <Button full loading={busy} onClick={act}>
        {action}
      </Button>
      {children}
      <noscript>{texts.needsScript}</noscript>
    </FormPage>
  )
}

type Action = {
  call: (token: string) => Promise<{ message?: string | undefined }>
  texts: { noLink: string; failed: string }
}

/** The action behind a mailed link. Nothing is sent before the button is pressed. */
function useLinkAction({ call, texts }: Action) {
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
