import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { saveFile } from '@darsi/client/api/save-file.ts'
import { AskPassword } from '@darsi/client/password-question/ask-password.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { clearSession, readSession } from '@darsi/client/session/session.ts'
import { isAdmin, type Role } from '@darsi/contracts/reference/roles.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { DownloadIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { Suspense, useState } from 'react'
import { texts } from '../../texts.ts'

const OwnFilesDialog = retryableLazy(async () => ({
  default: (await import('./own-files-dialog.tsx')).OwnFilesDialog,
}))

/** Exports a copy of the account's data, or closes the account and erases its data. */
export function OwnDataCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.security)
  const { run, busy, error } = useAction()
  const [leaving, setLeaving] = useState(false)
  const [showsFiles, setShowsFiles] = useState(false)
  const role = readSession()?.user.role

  const download = () =>
    run(async () => {
      const response = await api.response('GET /me/export')
      saveFile(await response.blob(), 'darsi-my-data.json')
    })

  return (
    <Card title={t('dataTitle')}>
      <div className="ds-stack">
        {error !== null && <Banner tone="danger">{error}</Banner>}
        <p className="ds-soft">{t('dataText')}</p>
        <div className="ds-row">
          <Button variant="secondary" icon={DownloadIcon} loading={busy} onClick={() => void download()}>
            {t('downloadData')}
          </Button>
          {role !== undefined && !isAdmin(role) && (
            <Button variant="secondary" onClick={() => setShowsFiles(true)}>
              {t('files')}
            </Button>
          )}
        </div>
        {/* the super-admin cannot close the account: the platform would have no administrator */}
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
      {showsFiles && (
        <Suspense fallback={null}>
          <OwnFilesDialog api={api} onClose={() => setShowsFiles(false)} />
        </Suspense>
      )}
      {leaving && <LeaveDialog api={api} role={role} onClose={() => setLeaving(false)} />}
    </Card>
  )
}

type Props = { api: ApiClient; role: Role | undefined; onClose: () => void }

/** Says what will be lost, and closes the account. */
function LeaveDialog({ api, role, onClose }: Props) {
  const t = useTranslator(texts.security)
  return (
    <AskPassword
      title={t('leaveTitle')}
      confirm={t('leave')}
      danger
      onPassword={async (password, code) => {
        await api.call('DELETE /me', { body: { password, ...code } })
        clearSession()
        location.assign('/')
      }}
      onClose={onClose}
    >
      <p>{t('leaveWarning')}</p>
      {role === 'parent' && <p>{t('leaveParent')}</p>}
      {role === 'student' && <p>{t('leaveMinor')}</p>}
      {(role === 'teacher' || role === 'student') && <p>{t('leaveLessons')}</p>}
    </AskPassword>
  )
}
