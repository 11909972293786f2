import { readSession } from '@darsi/client/session/session.ts'
import { dashboardPath } from '@darsi/contracts/reference/roles.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { rich, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useState } from 'react'
import { invitedAddress } from '../../links/kept-token.ts'
import { headOf } from '../../page-module.ts'
import { loadConfig } from '../../remotes/config.ts'
import { keptPlace } from '../../session/return-place.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { FormPage } from '../parts/form-page.tsx'
import type { Challenge } from './challenge.ts'
import { CodeForm } from './code-form.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { PasswordForm } from './password-form.tsx'
import { useEntry } from './use-entry.ts'
import './login.css'

export const head = headOf(texts.login)

const leave = (path: string) => location.assign(path)

type Props = { go?: (path: string) => void; config?: typeof loadConfig }

/** spec §2, Login. Tests replace `go` and `config`. */
export function Page({ go = leave, config = loadConfig }: Props = {}) {
  const t = useTranslator(texts.login)
  const href = useHref()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [returned, setReturned] = useState<string | null>(null)
  const enter = useEntry(go)
  const [filled, setFilled] = useState(0)
  const [ended, setEnded] = useState(false)
  // in an effect, because the prerendered page is the same for everybody
  useEffect(() => {
    const session = readSession()
    setEmail((typed) => typed || (invitedAddress.kept() ?? ''))
    if (session !== null) go(dashboardPath[session.user.role])
    else setEnded(typeof keptPlace()?.account === 'string')
  }, [go])
  const fill = (account: { email: string; password: string }) => {
    setEmail(account.email)
    setPassword(account.password)
    setReturned(null)
  }

  if (challenge !== null) {
    return (
      <FormPage title={t('codeTitle')} lead={challenge.enrolment ? t('enrolLead') : t('codeLead')}>
        <CodeForm
          challenge={challenge}
          onEntered={enter}
          onBack={(message) => {
            setChallenge(null)
            setReturned(message)
          }}
        />
      </FormPage>
    )
  }
  return (
    <FormPage
      title={t('title')}
      lead={rich(t('lead'), { link: (text) => <a href={href('/registration')}>{text}</a> })}
      below={
        <DemoAccounts
          config={config}
          onUse={(account) => {
            fill(account)
            setFilled(filled + 1)
          }}
        />
      }
    >
      {ended && <Banner tone="info">{t('sessionEnded')}</Banner>}
      <PasswordForm
        // a demo account starts with an empty form
        key={filled}
        email={email}
        password={password}
        returned={returned}
        onChange={fill}
        onEntered={enter}
        onFactorAsked={setChallenge}
      />
    </FormPage>
  )
}
