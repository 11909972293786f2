import type { Api } from '@darsi/contracts/api.ts'
import { useCallback, useState } from 'react'
import { announce, useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { formatDate } from '../catalogue.ts'
import { ConfirmDialog } from '../dialog.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { LoadedPanel, useLoaded } from '../loaded.tsx'
import { type Column, Table } from '../table.tsx'
import { useToast } from '../toast.tsx'
import type { Child } from './child.ts'
import { childrenTexts } from './children-texts.ts'
import { GiveConsent } from './give-consent.tsx'

export type Consent = Api['GET /consents']['answer']['data'][number]

/** The ledger: who agreed to what and when; each line that is valid can be withdrawn. */
export function Consents({ api, learners }: { api: ApiClient; learners: readonly Child[] }) {
  const t = useTranslator(childrenTexts)
  const toast = useToast()
  const [asked, setAsked] = useState<Consent | null>(null)
  const [giving, setGiving] = useState(false)
  const consents = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /consents', { signal }), [api]),
  )
  useAnnounced('connections', consents.reload)
  useAnnounced('children', consents.reload)
  const nameOf = (id: string) => learners.find((child) => child.id === id)?.firstName ?? ''
  const columns = useColumns(nameOf, setAsked)
  const withdraw = async () => {
    if (asked === null) return
    await api.call('DELETE /consents/:id', { params: { id: asked.id } })
    setAsked(null)
    announce('connections')
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

function useColumns(
  nameOf: (id: string) => string,
  onWithdraw: (consent: Consent) => void,
): readonly Column<Consent>[] {
  const t = useTranslator(childrenTexts)
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
      cell: ({ givenAt, textVersion }) => (
        <>
          {formatDate(givenAt, language)}
          <span className="ds-consent-version ds-soft ds-small">
            {t('wording', { version: textVersion })}
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: t('state'),
      cell: ({ withdrawnAt }) =>
        withdrawnAt === null ? (
          <Badge tone="success">{t('valid')}</Badge>
        ) : (
          <span className="ds-soft">{t('withdrawn', { date: formatDate(withdrawnAt, language) })}</span>
        ),
    },
    {
      id: 'actions',
      header: t('actions'),
      hideHeader: true,
      align: 'end',
      cell: (consent) =>
        consent.withdrawnAt === null && (
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
        ),
    },
  ]
}
