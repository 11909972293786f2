import type { Api } from '@darsi/contracts/api.ts'
import { useCallback, useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { formatRelative } from '../catalogue.ts'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { useLive } from '../live.ts'
import { Paged } from '../paged.tsx'
import { usePages } from '../use-pages.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { reviewTexts } from './review-texts.ts'

type Upgrade = Api['GET /admin/upgrades']['answer']['data'][number]
type Decision = 'grant' | 'refuse'

/** Teachers who asked for "Unlimited" and wait, the longest waiting first. */
export function UpgradeReview({ api }: { api: ApiClient }) {
  const t = useTranslator(reviewTexts)
  const [asked, setAsked] = useState<{ upgrade: Upgrade; decision: Decision } | null>(null)
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal, limit?: number) =>
      api.call('GET /admin/upgrades', {
        query: {
          status: 'open',
          ...(cursor !== null && { cursor }),
          ...(limit !== undefined && { limit }),
        },
        signal,
      }),
    [api],
  )
  const open = usePages(load)
  useLive(api, 'connection', open.follow)
  const decide = async (notes: string) => {
    if (asked === null) return
    await api.call('PUT /admin/upgrades/:id', {
      params: { id: asked.upgrade.id },
      body: { status: asked.decision === 'grant' ? 'granted' : 'refused', notes },
    })
    open.change((before) => before.filter(({ id }) => id !== asked.upgrade.id))
    open.follow()
  }
  return (
    <Card title={t('upgrades')} level={3}>
      <Paged pages={open} empty={<p className="ds-soft">{t('upgradesNone')}</p>}>
        <ul className="ds-upgrades" aria-busy={open.loading || undefined}>
          {open.rows.map((upgrade) => (
            <UpgradeRow
              key={upgrade.id}
              upgrade={upgrade}
              onDecide={(decision) => setAsked({ upgrade, decision })}
            />
          ))}
        </ul>
      </Paged>
      {asked !== null && (
        <ReviewDialog
          key={`${asked.upgrade.id} ${asked.decision}`}
          title={t(`${asked.decision}Title`, { name: asked.upgrade.teacherName })}
          text={t(`${asked.decision}Text`)}
          confirm={t(asked.decision)}
          done={t(`${asked.decision}Done`)}
          failed={t(`${asked.decision}Failed`)}
          danger={asked.decision === 'refuse'}
          onDecide={decide}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}

function UpgradeRow({ upgrade, onDecide }: { upgrade: Upgrade; onDecide: (decision: Decision) => void }) {
  const t = useTranslator(reviewTexts)
  const language = useLanguage()
  const { teacherName, reason, requestedAt, used } = upgrade
  const button = (decision: Decision) => (
    <Button
      size="sm"
      variant={decision === 'grant' ? 'primary' : 'secondary'}
      aria-label={t('actionOf', { action: t(decision), pair: teacherName })}
      onClick={() => onDecide(decision)}
    >
      {t(decision)}
    </Button>
  )
  return (
    <li className="ds-upgrade">
      <div>
        <p>
          <strong dir="auto">{teacherName}</strong>
        </p>
        <p className="ds-connection-message" dir="auto">
          {reason === '' ? <span className="ds-soft">{t('noReason')}</span> : reason}
        </p>
        <p className="ds-soft ds-small">
          {t('requested', { when: formatRelative(requestedAt, language) })} · {t('used', { count: used })}
        </p>
      </div>
      <div className="ds-row">
        {button('grant')}
        {button('refuse')}
      </div>
    </li>
  )
}
