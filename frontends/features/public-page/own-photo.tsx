import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { FieldError } from '@darsi/design/forms/field.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useRef } from 'react'
import { OneFileState, useOneFile } from '../materials/public.ts'
import { texts } from '../texts.ts'
import { FetchedPhoto } from './fetched-photo.tsx'

const pictures = ['image/jpeg', 'image/png', 'image/webp']

/** A teacher's own photo on the cards and the public page. */
export function OwnPhoto({ api, name }: { api: ApiClient; name: string }) {
  const t = useTranslator(texts.publicPage)
  const loaded = useCall(api, 'GET /me/photo')
  const input = useRef<HTMLInputElement>(null)
  const { run, busy, error } = useAction()
  const file = useOneFile(api, {
    finish: async (upload) => loaded.set(await api.call('PUT /me/photo', { body: { upload } })),
    // the text for all uploads names PDF too
    refuse: (kind) => (kind === 'application/pdf' || kind === 'other' ? t('photoRefused') : null),
  })
  const remove = () =>
    run(async () => {
      await api.call('DELETE /me/photo')
      loaded.set({ success: true, data: { photo: null, waiting: false } })
    })
  return (
    <Card title={t('photoTitle')} level={3}>
      <p className="ds-soft">{t('photoText')}</p>
      <LoadedPanel of={loaded}>
        {({ data: { photo, waiting } }) => (
          <div className="ds-row">
            <FetchedPhoto api={api} name={name} photo={photo} />
            <input
              ref={input}
              type="file"
              hidden
              accept={pictures.join(',')}
              aria-label={t('photoTitle')}
              onChange={({ target }) => {
                if (target.files?.[0]) void file.choose(target.files[0])
                // the same file again is a change too
                target.value = ''
              }}
            />
            <Button
              size="sm"
              variant="secondary"
              loading={busy || file.busy}
              onClick={() => input.current?.click()}
            >
              {t(photo === null ? 'photoChoose' : 'photoOther')}
            </Button>
            {photo !== null && (
              <Button size="sm" variant="quiet" disabled={busy} onClick={() => void remove()}>
                {t('photoRemove')}
              </Button>
            )}
            {waiting && <p className="ds-soft">{t('photoWaiting')}</p>}
          </div>
        )}
      </LoadedPanel>
      {error !== null && <FieldError role="alert">{error}</FieldError>}
      <OneFileState file={file} />
    </Card>
  )
}
