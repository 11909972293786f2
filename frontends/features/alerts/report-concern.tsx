import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { FlagIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Suspense, useState } from 'react'
import { texts } from '../texts.ts'
import type { ReportProps } from './safety-report.tsx'

/** Loaded on the first click, to keep the dashboard's first load small: it needs a `Suspense` around it. */
export const SafetyReport = retryableLazy(async () => ({
  default: (await import('./safety-report.tsx')).SafetyReport,
}))

/** A button that opens the report. */
export function ReportConcern(props: ReportProps & { primary?: boolean }) {
  const t = useTranslator(texts.alerts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={FlagIcon} variant={props.primary ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        {t('report')}
      </Button>
      {isOpen && (
        <Suspense>
          <SafetyReport {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
