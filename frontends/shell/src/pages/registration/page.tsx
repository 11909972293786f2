import { readSession } from '@darsi/client/session/session.ts'
import { keepWish, readWish } from '@darsi/client/session/wish.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { CheckIcon } from '@darsi/design/graphics/icons.tsx'
import { LessonScene } from '@darsi/design/graphics/illustrations.tsx'
import { rich, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Suspense, useEffect, useState } from 'react'
import { headOf } from '../../page-module.ts'
import { useHref, useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { useWizard } from './use-wizard.ts'
import { WizardForm } from './wizard-form.tsx'
import './registration.css'

export const head = headOf(texts.registration)

const loadRegistered = async () => ({ default: (await import('./registered.tsx')).Registered })
const Registered = retryableLazy(loadRegistered)

const leave = (path: string) => location.assign(path)

/** spec §2, Registration. Tests replace `go`. */
export function Page({ go = leave }: { go?: (path: string) => void } = {}) {
  const t = useTranslator(texts.registration)
  const href = useHref()
  const { api } = useSite()
  const wizard = useWizard(api, t('failed'))
  const { userType, email } = wizard.values
  const hasWish = useWish(go)
  // loaded while the form is filled in, so that a network that fails later does not keep it away
  const isStarted = userType !== ''
  useEffect(() => {
    if (isStarted) loadRegistered().catch(() => {})
  }, [isStarted])
  return (
    <div className="ds-page registration">
      <header className="registration-head">
        <h1>{t('title')}</h1>
        <p className="registration-lead">{t('lead')}</p>
        <p>{rich(t('haveAccount'), { link: (text) => <a href={href('/login')}>{text}</a> })}</p>
      </header>
      <div className="registration-card">
        <noscript>{t('needsScript')}</noscript>
        {hasWish && <p role="status">{t('wish')}</p>}
        {wizard.done !== null && userType !== '' ? (
          <Suspense>
            <Registered
              done={wizard.done}
              role={userType}
              email={email.trim()}
              onWrongAddress={wizard.correctAddress}
              go={go}
            />
          </Suspense>
        ) : (
          <WizardForm wizard={wizard} />
        )}
      </div>
      <aside className="registration-aside" aria-label={t('whyTitle')}>
        <LessonScene className="registration-picture" />
        <h2 className="registration-why">{t('whyTitle')}</h2>
        <ul className="registration-reasons">
          {(['why_free', 'why_verified', 'why_minors', 'why_languages'] as const).map((reason) => (
            <li key={reason}>
              <CheckIcon className="registration-tick" />
              <span>{t(reason)}</span>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}

/**
 * Keeps the teacher of `?teacher=` until the first login. A person who is logged in already goes on to the dashboard,
 * which opens the request. @returns whether a teacher was chosen
 */
function useWish(go: (path: string) => void): boolean {
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    const asked = new URLSearchParams(location.search)
    const teacher = asked.get('teacher') ?? ''
    const part = (name: string) => asked.get(name) ?? ''
    const search = { subject: part('subject'), day: part('day'), hour: part('hour') }
    if (teacher !== '') keepWish({ teacher, ...search, isClosed: false })
    if (teacher !== '' && readSession() !== null) go('/dashboard')
    setKept(readWish() !== null)
  }, [go])
  return isKept
}
