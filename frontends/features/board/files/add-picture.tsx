import { kindOfFile } from '@darsi/client/file-kind.ts'
import { uploadRefusal } from '@darsi/contracts/rules/files.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ChangeEvent, type RefObject, useState } from 'react'
import { texts } from '../../texts.ts'
import type { BoardPage } from '../page/board-page.ts'
import { PdfDialog } from './pdf-dialog.tsx'
import { type PictureCache, pictureOf, type SmallPicture, smallPicture } from './picture-file.ts'

type Props = {
  input: RefObject<HTMLInputElement | null>
  page: BoardPage
  pictures: PictureCache
  me: string
  saveData: boolean
}

/** The hidden field for a file; a picture goes onto the page at once, of a PDF the page is chosen first. */
export function AddPicture({ input, page, pictures, me, saveData }: Props) {
  const t = useTranslator(texts.board)
  const ofFiles = useTranslator(texts.materials)
  const toast = useToast()
  const [pdf, setPdf] = useState<File | null>(null)
  const put = async (small: SmallPicture | null, text: string) => {
    if (small === null) throw new Error(t('pictureRefused'))
    const { blob, ...size } = small
    const file = await pictures.put(blob)
    page.add({ kind: 'picture', ink: 'text', by: me, at: { x: 60, y: 40 }, text, file, ...size })
  }
  const onChange = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    target.value = ''
    if (!chosen) return
    const kind = await kindOfFile(chosen).catch(() => 'empty' as const)
    if (kind === 'application/pdf') {
      setPdf(chosen)
      return
    }
    const small = await smallPicture(chosen, saveData)
    const refusal = uploadRefusal(kind, 0)
    if (small === null) toast(refusal ? ofFiles(refusal) : t('pictureRefused'), 'danger')
    // without the file name: it may contain a person's name, and its date looks like a telephone number
    else await put(small, '').catch((error) => toast(errorText(error), 'danger'))
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*,application/pdf"
        hidden
        onChange={(event) => void onChange(event)}
      />
      {pdf && (
        <PdfDialog
          file={pdf}
          onPut={async (canvas, text) => put(await pictureOf(canvas, { saveData, share: 0.95 }), text)}
          onClose={() => setPdf(null)}
        />
      )}
    </>
  )
}
