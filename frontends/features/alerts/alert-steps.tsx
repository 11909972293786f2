import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { ReasonForm, templatesOf } from '@darsi/client/queue/reason-form.tsx'
import { languageNames } from '@darsi/contracts/reference/languages.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import type { Alert } from './alert.ts'

type Concerned = NonNullable<Alert['concerned']>
type Pausable = Concerned['pausable'][number]
type Person = Concerned['people'][number]
type Props = { api: ApiClient; alert: Alert }

const templates = templatesOf(texts.alertMessages)

/** For administrators: what was done so far, the connections that may be paused, and the people to write to. */
export function AlertSteps({ api, alert }: Props) {
  const { concerned, status } = alert
  return (
    <>
      <StepList steps={alert.steps} />
      {status === 'open' && concerned && (
        <>
          <PausableConnections api={api} alertId={alert.id} pausable={concerned.pausable} />
          <People api={api} alertId={alert.id} people={concerned.people} />
        </>
      )}
    </>
  )
}

function StepList({ steps }: { steps: Alert['steps'] }) {
  const t = useTranslator(texts.alerts)
  const language = useLanguage()
  if (steps.length === 0) return null
  return (
    <div>
      <p className="ds-soft ds-small">{t('steps')}</p>
      <ul className="ds-stack">
        {steps.map(({ kind, by, at, to, text }) => (
          <li key={`${at} ${to?.id ?? ''}`}>
            <span className="ds-soft ds-small">
              {formatDateTime(at, language)}&nbsp;·{' '}
              {kind === 'paused'
                ? t('stepPaused', { by: by.name || t('someone') })
                : t('stepWritten', { by: by.name || t('someone'), to: to?.name || t('formerPerson') })}
            </span>
            <p className="ds-alert-texts" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PausableConnections({
  api,
  alertId,
  pausable,
}: {
  api: ApiClient
  alertId: string
  pausable: readonly Pausable[]
}) {
  const t = useTranslator(texts.alerts)
  const [asked, setAsked] = useState<Pausable | null>(null)
  const nameOf = ({ teacher, learner }: Pausable) =>
    t('pair', { teacher: teacher || t('someTeacher'), learner: learner || t('child') })
  const pause = async ({ connectionId }: Pausable, note: string) => {
    await api.call('POST /admin/alerts/:id/pause', { params: { id: alertId }, body: { connectionId, note } })
    invalidate(api, 'alert')
  }
  if (pausable.length === 0) return null
  return (
    <div>
      <p className="ds-soft ds-small">{t('pausable')}</p>
      <ul className="ds-stack">
        {pausable.map((of) => (
          <li key={of.connectionId} className="ds-row">
            <span dir="auto">{nameOf(of)}</span>
            <Button
              size="sm"
              variant="secondary"
              aria-label={t('pauseOf', { pair: nameOf(of) })}
              onClick={() => setAsked(of)}
            >
              {t('pause')}
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <TextDialog
          draft={`pause/${alertId}/${asked.connectionId}`}
          title={t('pauseTitle')}
          confirm={t('pause')}
          done={t('pauseDone')}
          label={t('pauseNote')}
          missing={t('pauseMissing')}
          danger
          onText={(note) => pause(asked, note)}
          onClose={() => setAsked(null)}
        >
          <p>
            <strong dir="auto">{nameOf(asked)}</strong>
          </p>
          <p>{t('pauseText')}</p>
        </TextDialog>
      )}
    </div>
  )
}

function People({ api, alertId, people }: { api: ApiClient; alertId: string; people: readonly Person[] }) {
  const t = useTranslator(texts.alerts)
  const [openId, setOpenId] = useState('')
  const { run, busy } = useAction({ inToast: true, after: () => invalidate(api, 'alert') })
  const nameOf = ({ name, part, isReporter }: Person) =>
    t(isReporter ? 'personReporter' : `person-${part}`, { name: name || t('someone') })
  const send = (to: string, text: string) =>
    run(async () => {
      await api.call('POST /admin/alerts/:id/messages', { params: { id: alertId }, body: { to, text } })
      setOpenId('')
    }, t('writeDone'))
  const open = people.find(({ id }) => id === openId)
  if (people.length === 0) return null
  return (
    <div className="ds-stack">
      <p className="ds-soft ds-small">{t('writeTo')}</p>
      <div className="ds-row">
        {people.map((person) => (
          <Button
            key={person.id}
            size="sm"
            variant="secondary"
            aria-expanded={openId === person.id}
            onClick={() => setOpenId(openId === person.id ? '' : person.id)}
          >
            {nameOf(person)}
          </Button>
        ))}
      </div>
      {open && (
        <ReasonForm
          key={open.id}
          draft={`alert/${alertId}/${open.id}`}
          templates={templates}
          language={open.language}
          label={t('writeLabel', { name: open.name || t('someone') })}
          hint={t('writeHint', { language: languageNames[open.language] })}
          missing={t('writeMissing')}
          confirm={t('writeSend')}
          busy={busy}
          onReason={(text) => send(open.id, text)}
          onCancel={() => setOpenId('')}
        />
      )}
    </div>
  )
}
