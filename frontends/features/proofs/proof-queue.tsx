import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { plainClick } from '@darsi/client/place/plain-click.ts'
import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { proofNames } from '@darsi/contracts/texts/proof-names.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { LinkButton } from '@darsi/design/forms/button.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { ReviewFile } from './review-file.tsx'
import './proofs.css'

/** The teacher whose documents are open. */
const place = { proofs: anyText() }

/** Teachers whose documents wait for an administrator, longest waiting first. */
export function ProofQueue({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.proofs)
  const language = useLanguage()
  const pages = usePages(api, 'GET /admin/proofs', {})
  const [{ proofs: openId }, { open, close, hrefOf }] = usePlace(place)
  // a teacher leaves the list with the last decision, while the documents are still open
  const [opened, setOpened] = useState<{ id: string; name: string } | null>(null)
  const shown = [...pages.rows, opened].find((each) => each?.id === openId)
  return (
    <Card title={t('queue')} level={3}>
      <PagedPanel pages={pages} empty={<p className="ds-soft">{t('queueEmpty')}</p>}>
        <ul className="ds-proofs" aria-busy={pages.loading || undefined}>
          {pages.rows.map(({ id, name, waiting, since }) => (
            <li key={id} className="ds-proof">
              <div>
                <p>
                  <strong dir="auto">{name}</strong>
                </p>
                <p className="ds-soft ds-small">
                  {listOf(
                    waiting.map((kind) => proofNames[kind][language]),
                    language,
                  )}
                  &nbsp;· {formatRelative(since, language)}
                </p>
              </div>
              <LinkButton
                size="sm"
                variant="secondary"
                href={hrefOf({ proofs: id })}
                onClick={plainClick(() => {
                  setOpened({ id, name })
                  open({ proofs: id })
                })}
              >
                {t('openFile')}
                <span className="ds-hidden"> {name}</span>
              </LinkButton>
            </li>
          ))}
        </ul>
      </PagedPanel>
      {openId !== '' && (
        <Dialog
          open
          size="lg"
          title={shown ? <bdi>{shown.name}</bdi> : t('queue')}
          onClose={() => close('proofs')}
        >
          <ReviewFile api={api} teacherId={openId} />
        </Dialog>
      )}
    </Card>
  )
}
