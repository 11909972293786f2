import { Steps } from '@darsi/design/charts/progress.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { focusFirstInvalid } from '@darsi/design/forms/field.tsx'
import { ArrowEndIcon, ArrowStartIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import { StepBasics } from './step-basics.tsx'
import { StepRole } from './step-role.tsx'
import { useStartingValues } from './use-starting-values.ts'
import type { Wizard } from './use-wizard.ts'

export function WizardForm({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  const { step, problems, failure, busy, values } = wizard
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState(0)
  const restored = useStartingValues(form, wizard)
  const messages = failure === null ? problems.map(({ message }) => message) : [failure]

  // biome-ignore lint/correctness/useExhaustiveDependencies: after a refused step, and when another step is shown
  useEffect(() => {
    if (asked === 0) return
    if (form.current?.querySelector('[aria-invalid="true"], .ds-field-invalid'))
      focusFirstInvalid(form.current)
    else if (failure === null) heading.current?.focus()
  }, [asked, step])

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (step === 0) wizard.goOn()
    else await wizard.submit()
    setAsked((count) => count + 1)
  }
  const goBack = () => {
    wizard.goBack()
    setAsked((count) => count + 1)
  }

  return (
    <form ref={form} className="wizard" method="post" noValidate onSubmit={(event) => void send(event)}>
      <Steps label={t('progress')} steps={[t('basicInformation'), t('roleDetails')]} current={step} />
      <h2 ref={heading} className="wizard-heading" tabIndex={-1}>
        {step === 0 || values.userType === '' ? t('basicInformation') : t(`details_${values.userType}`)}
      </h2>
      {restored && step === 0 && (
        <Banner
          actions={
            <Button size="sm" variant="secondary" onClick={restored.forget}>
              {t('startOver')}
            </Button>
          }
          onDismiss={restored.dismiss}
        >
          {t('restored')}
        </Banner>
      )}
      <ProblemSummary title={t('pleaseCheck')} messages={messages} />
      {step === 0 ? <StepBasics wizard={wizard} /> : <StepRole wizard={wizard} />}
      <div className="wizard-actions">
        {step === 1 && (
          <Button variant="secondary" size="lg" icon={ArrowStartIcon} onClick={goBack}>
            {t('back')}
          </Button>
        )}
        {step === 0 ? (
          <Button type="submit" size="lg" iconEnd={ArrowEndIcon}>
            {t('continue')}
          </Button>
        ) : (
          <Button type="submit" size="lg" loading={busy}>
            {busy ? t('creating') : t('createAccount')}
          </Button>
        )}
      </div>
    </form>
  )
}

type Props = {
  /** Shown first if there are several problems. */
  title: string
  messages: readonly string[]
}

/** The problems, above the form: one sentence, or a list in the order of the fields. */
function ProblemSummary({ title, messages }: Props) {
  if (messages.length === 0) return null
  if (messages.length === 1) return <Banner tone="danger">{messages[0]}</Banner>
  return (
    <Banner tone="danger" title={title}>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Banner>
  )
}
