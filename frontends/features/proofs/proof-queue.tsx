import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { proofNames } from '@darsi/contracts/texts/proof-names.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { ReviewFile } from './review-file.tsx'
import { proofTexts } from './texts.ts'
import './proofs.css'

/** Teachers whose documents wait for an administrator, longest waiting first. */
export function ProofQueue({ api }: { api: ApiClient }) {
  const t = useTranslator(proofTexts)
  const language = useLanguage()
  const pages = usePages(api, 'GET /admin/proofs', {})
  const [open, setOpen] = useState<{ id: string; name: string } | null>(null)
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
                  {waiting.map((kind) => proofNames[kind][language]).join(t('listSeparator'))} ·{' '}
                  {formatRelative(since, language)}
                </p>
              </div>
              <Button size="sm" variant="secondary" onClick={() => setOpen({ id, name })}>
                {t('openFile')}
                <span className="ds-hidden"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      </PagedPanel>
      {open !== null && (
        <Dialog open size="lg" title={<bdi>{open.name}</bdi>} onClose={() => setOpen(null)}>
          <ReviewFile api={api} teacherId={open.id} />
        </Dialog>
      )}
    </Card>
  )
}
