import { tunisClock } from '@darsi/contracts/reference/tunis-time.ts'
import type { Instant } from './catalogue.ts'
import { useTranslator } from './i18n.tsx'
import { designTexts } from './texts.ts'

/** Beside an hour: says that it is one of Tunisia, if the clock of this device shows another one at that moment. */
export function TunisTime({ at }: { at: Instant }) {
  const t = useTranslator(designTexts.zone)
  const moment = new Date(at)
  const { hour, minute } = tunisClock(moment)
  if (moment.getHours() === hour && moment.getMinutes() === minute) return null
  return <span className="ds-soft ds-small"> ({t('tunis')})</span>
}
