import { useCallback, useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Button } from '../button.tsx'
import { formatDateTime } from '../catalogue.ts'
import { Dialog } from '../dialog.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { CopyIcon } from '../icons.tsx'
import { LoadedPanel, useLoaded } from '../loaded.tsx'
import type { Child } from './child.ts'
import { childrenTexts } from './children-texts.ts'

/** A code by which the other parent becomes a guardian too; each opening makes a new one. */
export function GuardianCode({ api, child, onClose }: { api: ApiClient; child: Child; onClose: () => void }) {
  const t = useTranslator(childrenTexts)
  const language = useLanguage()
  const [copied, setCopied] = useState(false)
  const { id } = child
  const code = useLoaded(
    useCallback(
      (signal: AbortSignal) => api.call('POST /children/:id/guardians', { params: { id }, signal }),
      [api, id],
    ),
  )
  return (
    <Dialog
      open
      size="sm"
      title={t('codeTitle', { name: child.firstName })}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <LoadedPanel of={code} shape="text">
        {({ data }) => (
          <>
            <p>{t('codeText', { until: formatDateTime(data.expiresAt, language) })}</p>
            <p className="ds-code ds-ltr">{data.code}</p>
            <div className="ds-row">
              <Button
                variant="secondary"
                icon={CopyIcon}
                onClick={() => {
                  void navigator.clipboard?.writeText(data.code).then(() => setCopied(true))
                }}
              >
                {t('copy')}
              </Button>
              <span role="status">{copied ? t('copied') : ''}</span>
            </div>
          </>
        )}
      </LoadedPanel>
    </Dialog>
  )
}
