import type { Api } from '@darsi/contracts/calls/api.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { ShieldCheckIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

type Checks = Api['GET /teachers']['answer']['data'][number]['checks']

// two badges fit in a row of a card
const shortDate = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** What was checked about a teacher, with dates. */
export function CheckBadges({ checks }: { checks: Checks }) {
  const t = useTranslator(texts.proofs)
  const language = useLanguage()
  return (
    <ul className="ds-row ds-check-badges" aria-label={t('checks')}>
      {checks.map(({ kind, at }) => (
        <li key={kind}>
          <Badge tone="success" icon={ShieldCheckIcon}>
            {t(`check-${kind}`, { date: formatDate(at, language, shortDate) })}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
