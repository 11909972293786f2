import type { ApiClient } from '@darsi/ui/api-client.ts'
import { Banner } from '@darsi/ui/banner.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { formatTime } from '@darsi/ui/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { LoadedPanel, useLoaded } from '@darsi/ui/loaded.tsx'
import { useCallback } from 'react'
import { texts } from './texts.ts'

/** Whether every entry is as it was written and none is missing, checked over the whole log. */
export function ChainCheck({ api }: { api: ApiClient }) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const chain = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /superadmin/audit/chain', { signal }), [api]),
  )
  return (
    <LoadedPanel of={chain} shape="text">
      {({ data }) => (
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
  )
}
