import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import type { Child } from './child.ts'
import { GiveConsent } from './give-consent.tsx'

type Consent = Api['GET /consents']['answer']['data'][number]

/** All consents: who agreed to what, and when. Each valid consent can be withdrawn. */
export function Consents({ api, learners }: { api: ApiClient; learners: readonly Child[] }) {
  const t = useTranslator(texts.children)
  const toast = useToast()
  const [asked, setAsked] = useState<Consent | null>(null)
  const [giving, setGiving] = useState(false)
  const consents = useCall(api, 'GET /consents')
  const nameOf = (id: string) => learners.find((child) => child.id === id)?.firstName ?? ''
  /** Names the guardian where a child has several, because two may have given the same consent. */
  const giverOf = ({ childId, by }: Consent) => {
    const { guardians = [] } = learners.find((child) => child.id === childId) ?? {}
    return guardians.length > 1 ? guardians.find(({ id }) => id === by)?.name : undefined
  }
  const agree = async ({ childId, purpose, teacherId }: Consent) => {
    const body = { childId, purpose, ...(teacherId !== null && { teacherId }) }
    await api.call('POST /consents', { body })
    invalidate(api, 'connection')
    toast(t('agreeAgainDone'))
  }
  const columns = useColumns({ nameOf, giverOf, onWithdraw: setAsked, onAgree: agree })
  const withdraw = async () => {
    if (asked === null) return
    await api.call('DELETE /consents/:id', { params: { id: asked.id } })
    setAsked(null)
    invalidate(api, 'connection')
    toast(t('withdrawDone'))
  }
  return (
    <Card
      title={t('consentsTitle')}
      level={3}
      aside={
        learners.length > 0 && (
          <Button size="sm" variant="secondary" onClick={() => setGiving(true)}>
            {t('give')}
          </Button>
        )
      }
    >
      <p className="ds-soft">{t('consentsText')}</p>
      <LoadedPanel of={consents} shape="text">
        {({ data }) =>
          data.length === 0 ? (
            <p>{t('noConsents')}</p>
          ) : (
            <Table
              caption={t('consentsTable')}
              hideCaption
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
            />
          )
        }
      </LoadedPanel>
      <ConfirmDialog
        open={asked !== null}
        title={t('withdrawTitle')}
        confirmLabel={t('withdraw')}
        danger
        onConfirm={withdraw}
        onCancel={() => setAsked(null)}
      >
        {asked !== null && t('withdrawText', { purpose: t(asked.purpose), name: nameOf(asked.childId) })}
      </ConfirmDialog>
      {giving && <GiveConsent api={api} learners={learners} onClose={() => setGiving(false)} />}
    </Card>
  )
}

type Cells = {
  nameOf: (id: string) => string
  giverOf: (consent: Consent) => string | undefined
  onWithdraw: (consent: Consent) => void
  /** To a consent of another guardian that waits for the reader. */
  onAgree: (consent: Consent) => Promise<void>
}

function useColumns({ nameOf, giverOf, onWithdraw, onAgree }: Cells): readonly Column<Consent>[] {
  const t = useTranslator(texts.children)
  const wordsOfConsent = useTranslator(texts.connections)
  const language = useLanguage()
  return [
    {
      id: 'child',
      header: t('child'),
      isRowHeader: true,
      cell: ({ childId }) => <span dir="auto">{nameOf(childId)}</span>,
    },
    { id: 'purpose', header: t('purpose'), cell: ({ purpose }) => t(purpose) },
    {
      id: 'teacher',
      header: t('teacher'),
      cell: ({ teacherId, teacherName }) =>
        teacherId === null ? t('everyTeacher') : <span dir="auto">{teacherName}</span>,
    },
    {
      id: 'given',
      header: t('given'),
      cell: (consent) => (
        <>
          {formatDate(consent.givenAt, language)} <span dir="auto">{giverOf(consent)}</span>
          <span className="ds-consent-version ds-soft ds-small">
            {wordsOfConsent('wording', { version: consent.textVersion })}
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: t('state'),
      cell: ({ withdrawnAt, waitsFor }) =>
        withdrawnAt !== null ? (
          <span className="ds-soft">{t('withdrawn', { date: formatDate(withdrawnAt, language) })}</span>
        ) : waitsFor === 'another' ? (
          // a sentence, which a badge would not wrap
          <span className="ds-soft">{t('waitsForAnother')}</span>
        ) : (
          <Badge tone={waitsFor === null ? 'success' : 'warning'}>
            {t(waitsFor === null ? 'valid' : 'waitsForYou')}
          </Badge>
        ),
    },
    {
      id: 'actions',
      header: t('actions'),
      hideHeader: true,
      align: 'end',
      cell: (consent) =>
        consent.withdrawnAt === null &&
        (consent.waitsFor === 'you' ? (
          <Button
            size="sm"
            aria-label={t('actionOf', {
              action: t('agreeAgain'),
              name: `${nameOf(consent.childId)}, ${t(consent.purpose)}`,
            })}
            onClick={() => void onAgree(consent)}
          >
            {t('agreeAgain')}
          </Button>
        ) : (
          <Button
            size="sm"
            variant="danger-quiet"
            aria-label={t('actionOf', {
              action: t('withdraw'),
              name: `${nameOf(consent.childId)}, ${t(consent.purpose)}`,
            })}
            onClick={() => onWithdraw(consent)}
          >
            {t('withdraw')}
          </Button>
        )),
    },
  ]
}
