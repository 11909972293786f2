import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useLinkedItem } from '@darsi/client/place/use-linked-item.ts'
import { FailureBanner } from '@darsi/client/query/failure-banner.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { andJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'

type Change = Api['GET /children/changes']['answer']['data'][number]

/** New guardians and changes of age that wait for this guardian or for others. Renders nothing if there are none. */
export function CareChanges({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.children)
  const [asked, setAsked] = useState<Change | null>(null)
  const waiting = useCall(api, 'GET /children/changes')
  const changes = waiting.data?.data ?? []
  const list = useLinkedItem('change', changes)
  return (
    <>
      <FailureBanner error={waiting.error} reload={waiting.reload} />
      {changes.length > 0 && (
        <section className="ds-stack" aria-labelledby="care-changes">
          <h3 id="care-changes">{t('changesTitle')}</h3>
          <ul className="ds-children" ref={list}>
            {changes.map((change) => (
              <ChangeCard key={change.id} api={api} change={change} onAgree={() => setAsked(change)} />
            ))}
          </ul>
        </section>
      )}
      {asked !== null && <AgreeDialog api={api} change={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

type CardProps = { api: ApiClient; change: Change; onAgree: () => void }

function ChangeCard({ api, change, onAgree }: CardProps) {
  const t = useTranslator(texts.children)
  const { run, busy } = useAction({ inToast: true, after: () => invalidate(api, 'child') })
  const params = { id: change.id }
  // no confirmation: an objection is safe, because the change can be requested again
  const object = () => run(() => api.call('POST /children/changes/:id/object', { params }), t('objectedDone'))
  const language = useLanguage()
  const { kind, childName, person, from, to, waitingFor, waitsForAdmin, notBefore, actions } = change
  const others = [...waitingFor, ...(waitsForAdmin ? [t('anAdministrator')] : [])]
  return (
    <Card
      as="li"
      level={4}
      title={t(kind === 'age' ? 'ageChange' : 'guardianChange', { name: childName })}
      actions={actions.map((action) => (
        <Button
          key={action}
          size="sm"
          variant={action === 'agree' ? 'primary' : 'danger-quiet'}
          aria-label={t('actionOf', { action: t(action), name: childName })}
          loading={action === 'object' && busy}
          onClick={action === 'agree' ? onAgree : object}
        >
          {t(action)}
        </Button>
      ))}
    >
      <p>
        {kind === 'age'
          ? t('ageChangeText', { person, from: from === null ? '–' : String(from), to: String(to ?? '–') })
          : t('guardianChangeText', { person, name: childName })}
      </p>
      {others.length > 0 && <p className="ds-soft">{t('waitsFor', { who: andJoined(others, language) })}</p>}
      {kind === 'age' && (
        <p className="ds-soft">{t('notBefore', { when: formatDateTime(notBefore, language) })}</p>
      )}
    </Card>
  )
}

type AgreeProps = { api: ApiClient; change: Change; onClose: () => void }

function AgreeDialog({ api, change, onClose }: AgreeProps) {
  const t = useTranslator(texts.children)
  const toast = useToast()
  const send = async () => {
    const { id, askedAt } = change
    await api.call('POST /children/changes/:id/agree', { params: { id }, body: { askedAt } })
    invalidate(api, 'child')
    toast(t('agreedDone'))
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={t(change.kind === 'age' ? 'ageChange' : 'guardianChange', { name: change.childName })}
      confirmLabel={t('agree')}
      onConfirm={send}
      onCancel={onClose}
    >
      {t(change.kind === 'age' ? 'agreeAgeText' : 'agreeGuardianText')}
    </ConfirmDialog>
  )
}
