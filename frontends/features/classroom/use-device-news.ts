import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef } from 'react'
import { texts } from '../texts.ts'
import type { VisitState } from './visit.ts'

/** What happened to a device, in words: a button that does nothing leaves the user guessing. */
export function useDeviceNews(change: VisitState['device']): void {
  const t = useTranslator(texts.classroom)
  const toast = useToast()
  const latest = useRef({ t, toast })
  latest.current = { t, toast }
  useEffect(() => {
    if (change === null) return
    const { device, news } = change
    const isBack = news === 'back'
    const words =
      device !== 'screen'
        ? (`${device}_${news}` as const)
        : news === 'refused' || news === 'lost'
          ? (`screen_${news}` as const)
          : 'screen_failed'
    latest.current.toast(latest.current.t(words), isBack ? 'success' : 'warning')
  }, [change])
}
