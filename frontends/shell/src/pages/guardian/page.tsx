import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { SafetyScene } from '@darsi/design/graphics/illustrations.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useState } from 'react'
import { LanguageLinks } from '../../chrome/language-links.tsx'
import { invitation, invitedAddress } from '../../links/kept-token.ts'
import { forgetMailedLink } from '../../links/link-token.ts'
import { usePassedLink } from '../../links/use-passed-link.ts'
import { headOf } from '../../page-module.ts'
import { useHref, useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { failureText, useSending } from '../../use-sending.ts'
import { FormPage } from '../parts/form-page.tsx'
import { PassedLink } from '../parts/passed-link.tsx'

export const head = headOf(texts.guardian)

/**
 * The page for the mailed link to a named guardian. A parent accepts; others sign in or register as a parent first;
 * anybody may say that the learner is unknown.
 */
export function Page() {
  const t = useTranslator(texts.guardian)
  const language = useLanguage()
  const href = useHref()
  const { api } = useSite()
  const link = usePassedLink({
    role: 'parent',
    link: invitation,
    address: invitedAddress,
    accept: async (token) => {
      const { data } = await api.call('POST /children/link', { body: { token } })
      return { child: data?.firstName ?? null }
    },
    failed: t('failed'),
  })
  const sender = useSender(api, link.reader !== null && !link.isMissing)
  const decline = useDecline(api, t('failed'))
  if (decline.done)
    return (
      <FormPage title={t('unknownTitle')} picture={<SafetyScene />}>
        <Banner>{t('unknownText')}</Banner>
      </FormPage>
    )
  if (link.done === null)
    return (
      <PassedLink
        link={{ ...link, failure: link.failure ?? decline.failure }}
        registersAs="parent"
        t={t}
        above={<LanguageLinks isInPage />}
        about={
          sender && (
            <p dir="auto">
              {t('from', { name: sender.studentName, when: formatDate(sender.sentAt, language) })}
            </p>
          )
        }
        below={
          <Button full variant="quiet" loading={decline.busy} onClick={decline.send}>
            {t('unknown')}
          </Button>
        }
      />
    )
  const { child } = link.done
  if (child === null)
    return (
      <FormPage title={t('waitsTitle')} picture={<SafetyScene />}>
        <Banner>{t('waitsText')}</Banner>
      </FormPage>
    )
  return (
    <FormPage title={t('linkedTitle', { name: child })} picture={<SafetyScene />}>
      <Banner tone="success">{t('linkedText', { name: child })}</Banner>
      <LinkButton full href={href('/parent/dashboard', '?tab=my-children')}>
        {t('myChildren')}
      </LinkButton>
    </FormPage>
  )
}

type Sender = Api['POST /children/link/preview']['answer']['data']

/** The learner who sent the link. Without an answer the page works as before: accepting says why a link is refused. */
function useSender(api: ApiClient, isReady: boolean): Sender | null {
  const [sender, setSender] = useState<Sender | null>(null)
  useEffect(() => {
    const token = isReady ? invitation.kept() : null
    if (token === null) return
    let isOpen = true
    api
      .call('POST /children/link/preview', { body: { token } })
      .then(({ data }) => isOpen && setSender(data))
      .catch(() => {})
    return () => {
      isOpen = false
    }
  }, [api, isReady])
  return sender
}

function useDecline(api: ApiClient, failed: string) {
  const { run, busy } = useSending()
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const send = () =>
    void run(
      async () => {
        await api.call('POST /children/link/decline', { body: { token: invitation.kept() ?? '' } })
        forgetMailedLink()
        invitation.forget()
        invitedAddress.forget()
        setDone(true)
      },
      (error) => setFailure(failureText(error, failed)),
    )
  return { busy, done, failure, send }
}
