import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { andJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { VideoIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { useId, useState } from 'react'
import { BookButton, type Viewer } from '../lessons/public.ts'
import { texts } from '../texts.ts'
import type { Step } from './step.ts'
import { useParentStep, useStudentStep, useTeacherStep } from './use-facts.ts'
import './next-step.css'

type Props = Pick<DashboardProps, 'api' | 'onTabChange'> & {
  /** In the bell: one row whose button opens the place of the step. */
  inBell?: boolean
}

export const StudentNextStep = (props: Props) => (
  <NextStep {...props} viewer="student" step={useStudentStep(props.api)} />
)
export const ParentNextStep = (props: Props) => (
  <NextStep {...props} viewer="parent" step={useParentStep(props.api)} />
)
export const TeacherNextStep = (props: Props) => (
  <NextStep {...props} viewer="teacher" step={useTeacherStep(props.api)} />
)

type StepProps = Props & { viewer: Viewer; step: Step | null | undefined }

/** What the reader does next, on top of the overview and first in the bell. Renders nothing if there is nothing. */
function NextStep({ step, viewer, inBell = false, ...props }: StepProps) {
  const t = useTranslator(texts.nextStep)
  const id = useId()
  const title = useStepTitle(step ?? null, viewer)
  if (step === null || (inBell && !step)) return null
  if (step === undefined) return <Skeleton shape="card" />
  return (
    <section className={inBell ? 'ds-next-step ds-next-step-row' : 'ds-next-step'} aria-labelledby={id}>
      <div className="ds-next-step-texts">
        <p className="ds-next-step-label">{t('label')}</p>
        <h3 id={id}>{title}</h3>
        {step.named.at !== undefined && <TunisTime at={step.named.at} />}
      </div>
      <StepButton {...props} step={step} viewer={viewer} inBell={inBell} />
    </section>
  )
}

type ButtonProps = Omit<StepProps, 'step' | 'inBell'> & { step: Step; inBell: boolean }

function StepButton({ api, onTabChange, step, viewer, inBell }: ButtonProps) {
  const t = useTranslator(texts.nextStep)
  const size = inBell ? { size: 'sm' as const } : {}
  if (step.kind === 'enter')
    return (
      <LinkButton {...size} icon={VideoIcon} href={step.href}>
        {t('enterButton')}
      </LinkButton>
    )
  if ('to' in step)
    return (
      <Button {...size} onClick={() => onTabChange(step.to.tab, step.to.place)}>
        {t(`${step.kind}Button`)}
      </Button>
    )
  if (step.kind !== 'book' && step.kind !== 'verify') return null
  // a dialog of the bell would close with it
  if (inBell)
    return (
      <Button {...size} onClick={() => onTabChange('overview')}>
        {t('show')}
      </Button>
    )
  return step.kind === 'book' ? (
    <BookButton api={api} viewer={viewer} connection={step.connection} />
  ) : (
    <Resend api={api} email={step.named.email ?? ''} />
  )
}

function Resend({ api, email }: { api: ApiClient; email: string }) {
  const t = useTranslator(texts.nextStep)
  const { run, busy, error } = useAction()
  const [isSent, setSent] = useState(false)
  const resend = async () =>
    setSent(await run(() => api.call('POST /auth/resend-verification', { body: { email } })))
  return (
    <>
      {isSent ? (
        <p role="status">{t('resent', { email })}</p>
      ) : (
        <Button loading={busy} onClick={() => void resend()}>
          {t('resend')}
        </Button>
      )}
      {error !== null && <p role="alert">{error}</p>}
    </>
  )
}

/** With who, what and when. */
function useStepTitle(step: Step | null, viewer: Viewer): string {
  const t = useTranslator(texts.nextStep)
  const words = useTranslator(texts.connections)
  const language = useLanguage()
  if (step === null) return ''
  const {
    name = '',
    learner = '',
    subject,
    title = '',
    email = '',
    position = 0,
    at,
    needs = [],
  } = step.named
  const who = andJoined(
    needs.map((part) => words(part)),
    language,
  )
  const values = {
    name: name || words('someLearner'),
    learner: learner || words('someLearner'),
    subject: subject === undefined ? '' : subjectName(subject, language),
    when: at === undefined ? '' : formatDateTime(at, language),
    title,
    email,
    position,
    who,
  }
  const text = t(step.kind, values)
  // a parent's lessons are those of a child
  return viewer === 'parent' && learnerKinds.has(step.kind) ? t('ofLearner', { text, name: learner }) : text
}

const learnerKinds: ReadonlySet<Step['kind']> = new Set([
  'enter',
  'homework',
  'book',
  'next',
  'waits',
  'paused',
])
