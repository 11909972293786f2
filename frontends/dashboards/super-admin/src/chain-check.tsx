import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useLoaded } from '@darsi/client/query/use-call.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useState } from 'react'

type Chain = Api['GET /superadmin/audit/chain']['answer']['data']

/** Checks the whole audit log: no entry was changed and none is missing. */
export function ChainCheck({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.superAdmin)
  const language = useLanguage()
  const [checked, setChecked] = useState(0)
  const chain = useLoaded(api, ['GET /superadmin/audit/chain'], (signal) => checkAll(api, signal, setChecked))
  return (
    <>
      {chain.loading && checked > 0 && (
        <p className="ds-soft ds-small">{t('chainProgress', { number: formatNumber(checked, language) })}</p>
      )}
      <LoadedPanel of={chain} shape="text">
        {(data) => (
          <Banner
            tone={data.intact ? 'success' : 'danger'}
            live="none"
            actions={
              <Button size="sm" variant="secondary" loading={chain.loading} onClick={chain.reload}>
                {t('checkChain')}
              </Button>
            }
          >
            {data.intact
              ? t('chainIntact', { count: data.entries, time: formatTime(data.checkedAt, language) })
              : t('chainBroken', { number: data.brokenAt ?? 0 })}
          </Banner>
        )}
      </LoadedPanel>
    </>
  )
}

/** In steps, because checking a long log takes longer than one request may. */
async function checkAll(
  api: ApiClient,
  signal: AbortSignal,
  onStep: (checked: number) => void,
): Promise<Chain> {
  for (let after = 0; ; ) {
    const { data } = await api.call('GET /superadmin/audit/chain', { query: { after }, signal })
    if (data.next === null) return data
    after = data.next
    onStep(after)
  }
}
