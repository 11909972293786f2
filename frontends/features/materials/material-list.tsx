import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { saveFile } from '@darsi/client/api/save-file.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import type { Material } from '@darsi/contracts/calls/users/materials-api.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { DownloadIcon, EyeIcon } from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useState } from 'react'
import { texts } from '../texts.ts'
import './materials.css'

type Read = (id: string) => Promise<Response>
type Props = {
  api: ApiClient
  materials: readonly Material[]
  /** Where the bytes come from; the call for the readers of the conversation by default. */
  read?: Read
}

/** Files that were sent. A picture opens here, a PDF is saved; nothing is loaded before it is asked for. */
export function MaterialList({ api, materials, read }: Props) {
  const t = useTranslator(texts.materials)
  const readOwn: Read = (id) => api.response('GET /materials/:id/file', { params: { id } })
  if (materials.length === 0) return null
  return (
    <ul className="ds-materials" aria-label={t('files')}>
      {materials.map((material) => (
        <li key={material.id}>
          <MaterialButton material={material} read={read ?? readOwn} />
        </li>
      ))}
    </ul>
  )
}

function MaterialButton({ material, read }: { material: Material; read: Read }) {
  const t = useTranslator(texts.materials)
  const language = useLanguage()
  const { run, busy } = useAction({ inToast: true })
  const [picture, setPicture] = useState<{ url: string; content: Blob } | null>(null)
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.url)), [picture])
  const isPicture = material.type !== 'application/pdf'
  const open = () =>
    run(async () => {
      const answer = await read(material.id)
      const content = new Blob([await answer.arrayBuffer()], { type: material.type })
      if (isPicture) setPicture({ url: URL.createObjectURL(content), content })
      else saveFile(content, material.name)
    })
  const megabytes = material.size >= 100_000
  const size = formatNumber(megabytes ? material.size / 1e6 : material.size / 1e3, language, {
    style: 'unit',
    unit: megabytes ? 'megabyte' : 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: megabytes ? 1 : 0,
  })
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={isPicture ? EyeIcon : DownloadIcon}
        loading={busy}
        className="ds-material"
        onClick={() => void open()}
      >
        <bdi className="ds-material-name">{material.name}</bdi>
        <span className="ds-soft ds-numbers">{size}</span>
      </Button>
      {picture !== null && (
        <Dialog
          open
          size="lg"
          title={<bdi>{material.name}</bdi>}
          onClose={() => setPicture(null)}
          actions={
            <Button icon={DownloadIcon} onClick={() => saveFile(picture.content, material.name)}>
              {t('save')}
            </Button>
          }
        >
          <img className="ds-material-picture" src={picture.url} alt={material.name} />
        </Dialog>
      )}
    </>
  )
}
