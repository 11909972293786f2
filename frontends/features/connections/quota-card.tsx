import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { ProgressBar } from '@darsi/design/charts/progress.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'

type Quota = Api['GET /me/quota']['answer']

/** "3 of 5 used", and the free review that lifts the limit (spec §1, product.md §5). */
export function QuotaCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.connections)
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const quota = useCall(api, 'GET /me/quota')
  return (
    <LoadedPanel of={quota} shape="text">
      {({ data: { used, limit, upgrade } }) => {
        const write = (value: number) => formatNumber(value, language)
        const on = upgrade === null ? '' : formatDate(upgrade.at, language)
        return (
          <Card title={t('quotaTitle')} level={3}>
            {limit === null ? (
              <p>{t('quotaUnlimited', { used: write(used) })}</p>
            ) : (
              <>
                <ProgressBar
                  label={t('quotaTitle')}
                  hideLabel
                  value={used}
                  max={limit}
                  text={t('quotaUsed', { used: write(used), limit: write(limit) })}
                />
                <p>
                  <strong className="ds-numbers">
                    {t('quotaUsed', { used: write(used), limit: write(limit) })}
                  </strong>
                </p>
                <p className="ds-soft ds-small">{t('quotaHint')}</p>
                {upgrade?.status === 'open' ? (
                  <p>{t('upgradeOpen', { date: on })}</p>
                ) : (
                  <>
                    {upgrade?.status === 'refused' && <p>{t('upgradeRefused', { date: on })}</p>}
                    <div className="ds-row">
                      <Button variant="soft" onClick={() => setAsking(true)}>
                        {t('upgrade')}
                      </Button>
                    </div>
                  </>
                )}
              </>
            )}
            {asking && <UpgradeDialog api={api} onAsked={quota.set} onClose={() => setAsking(false)} />}
          </Card>
        )
      }}
    </LoadedPanel>
  )
}

type UpgradeProps = { api: ApiClient; onAsked: (quota: Quota) => void; onClose: () => void }

function UpgradeDialog({ api, onAsked, onClose }: UpgradeProps) {
  const t = useTranslator(texts.connections)
  return (
    <TextDialog
      draft="upgrade"
      title={t('upgrade')}
      confirm={t('upgradeSend')}
      leave={t('back')}
      done={t('upgradeSent')}
      label={t('upgradeReason')}
      optional
      maxLength={1000}
      onText={async (reason) => onAsked(await api.call('POST /me/upgrade-request', { body: { reason } }))}
      onClose={onClose}
    >
      <p>{t('upgradeText')}</p>
    </TextDialog>
  )
}
