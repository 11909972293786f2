import { useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { useTranslator } from '../i18n.tsx'
import { DownloadIcon } from '../icons.tsx'
import { saveFile } from '../save-file.ts'
import { securityTexts } from '../security-texts.ts'
import { readSession } from '../session.ts'
import { LeaveDialog } from './leave-dialog.tsx'

/** One's own data: a copy of all of it, and the way to have all of it erased. */
export function OwnDataCard({ api }: { api: ApiClient }) {
  const t = useTranslator(securityTexts)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)
  const role = readSession()?.user.role

  const download = async () => {
    setBusy(true)
    setError(null)
    try {
      const response = await api.response('GET /me/export')
      saveFile(await response.blob(), 'darsi-my-data.json')
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title={t('dataTitle')}>
      <div className="ds-stack">
        {error !== null && <Banner tone="danger">{error}</Banner>}
        <p className="ds-soft">{t('dataText')}</p>
        <div className="ds-row">
          <Button variant="secondary" icon={DownloadIcon} loading={busy} onClick={() => void download()}>
            {t('downloadData')}
          </Button>
        </div>
        {/* somebody has to run the platform */}
        {role !== 'super-admin' && (
          <>
            <p className="ds-soft">{t('leaveText')}</p>
            <div className="ds-row">
              <Button variant="danger-quiet" onClick={() => setLeaving(true)}>
                {t('leave')}
              </Button>
            </div>
          </>
        )}
      </div>
      {leaving && <LeaveDialog api={api} role={role} onClose={() => setLeaving(false)} />}
    </Card>
  )
}
