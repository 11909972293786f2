import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { FetchedPhoto } from './fetched-photo.tsx'

type Props = { api: ApiClient; teacherId: string; name: string; photo: string | null }

/** For administrators: a teacher's photo, which they may remove with a reason. */
export function ReviewedPhoto({ api, teacherId, name, photo }: Props) {
  const t = useTranslator(texts.publicPage)
  const [asked, setAsked] = useState(false)
  if (photo === null) return null
  return (
    <div className="ds-row">
      <FetchedPhoto api={api} name={name} photo={photo} />
      <Button size="sm" variant="danger-quiet" onClick={() => setAsked(true)}>
        {t('photoRemove')}
      </Button>
      {asked && (
        <TextDialog
          draft={`photo/${teacherId}`}
          title={t('removeTitle', { name })}
          confirm={t('photoRemove')}
          done={t('removeDone')}
          danger
          label={t('removeReason')}
          hint={t('removeHint')}
          missing={t('removeMissing')}
          maxLength={500}
          onText={async (reason) => {
            await api.call('DELETE /admin/teachers/:id/photo', {
              params: { id: teacherId },
              body: { reason, photo },
            })
            invalidate(api, 'user')
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}
