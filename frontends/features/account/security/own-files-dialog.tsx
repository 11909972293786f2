import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Material } from '@darsi/contracts/calls/users/materials-api.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { sentFileDays, storageLimit } from '@darsi/contracts/rules/files.ts'
import { ConfirmDialog, Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { IconButton } from '@darsi/design/forms/button.tsx'
import { TrashIcon } from '@darsi/design/graphics/icons.tsx'
import { formatPercent } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { MaterialList } from '../../materials/public.ts'
import { texts } from '../../texts.ts'

/** What fills the storage of an account, and how to free it. */
export function OwnFilesDialog({ api, onClose }: { api: ApiClient; onClose: () => void }) {
  const t = useTranslator(texts.security)
  const language = useLanguage()
  const loaded = useCall(api, 'GET /materials/uploads')
  const toast = useToast()
  const [askedId, setAskedId] = useState<string | null>(null)
  // Found in the list, so the question closes together with the row of the removed file; the focus then goes to the next row.
  const asked = loaded.data?.data.files.find(({ id }) => id === askedId) ?? null
  const remove = async ({ id, size, name }: Material) => {
    await api.call('DELETE /materials/uploads/:id', { params: { id } })
    if (loaded.data) {
      const { used, files } = loaded.data.data
      const left = { used: used - size, files: files.filter((file) => file.id !== id) }
      loaded.set({ success: true, data: left })
    }
    toast(t('removed', { name }))
  }
  return (
    <Dialog open title={t('files')} onClose={onClose}>
      <LoadedPanel of={loaded} shape="text">
        {({ data: { used, files } }) => (
          <div className="ds-stack">
            <p>{t('filesUsed', { share: formatPercent((100 * used) / storageLimit, language) })}</p>
            <p className="ds-soft">{t('filesText', { days: formatNumber(sentFileDays, language) })}</p>
            {files.length === 0 ? (
              <p>{t('filesNone')}</p>
            ) : (
              <ul className="ds-stack" aria-label={t('files')}>
                {files.map((file) => (
                  <li key={file.id} className="ds-row">
                    <MaterialList api={api} materials={[file]} />
                    <IconButton
                      icon={TrashIcon}
                      size="sm"
                      label={t('removeLabel', { name: file.name })}
                      onClick={() => setAskedId(file.id)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </LoadedPanel>
      <ConfirmDialog
        open={asked !== null}
        title={t('removeTitle', { name: asked?.name ?? '' })}
        confirmLabel={t('remove')}
        danger
        onConfirm={() => asked && remove(asked)}
        onCancel={() => setAskedId(null)}
      >
        <p>{t('fileRemoveText')}</p>
      </ConfirmDialog>
    </Dialog>
  )
}
