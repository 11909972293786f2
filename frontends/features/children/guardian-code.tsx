import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { CopyIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import type { Child } from './child.ts'

/** A code that makes the other parent a guardian too. Each opening creates a new code. */
export function GuardianCode({ api, child, onClose }: { api: ApiClient; child: Child; onClose: () => void }) {
  const t = useTranslator(texts.children)
  const language = useLanguage()
  const [copied, setCopied] = useState(false)
  const { id } = child
  const code = useCall(api, 'POST /children/:id/guardians', { params: { id } })
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
