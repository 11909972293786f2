import { kindOfFile } from '@darsi/client/file-kind.ts'
import { uploadRefusal } from '@darsi/contracts/rules/files.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import type { BoardPage } from '../page/board-page.ts'
import { freePlace } from '../page/free-place.ts'
import { PdfDialog } from './pdf-dialog.tsx'
import { type PictureCache, pictureOf, type SmallPicture, smallPicture } from './picture-file.ts'

type Props = {
  input: RefObject<HTMLInputElement | null>
  page: BoardPage
  pictures: PictureCache
  me: string
  saveData: boolean
  mayWrite: boolean
}

/**
 * Files from the hidden field, pasted, or dropped. A picture goes onto the page at once, of a PDF the page is chosen
 * first.
 */
export function AddPicture({ input, page, pictures, me, saveData, mayWrite }: Props) {
  const t = useTranslator(texts.board)
  const ofFiles = useTranslator(texts.materials)
  const toast = useToast()
  const [pdf, setPdf] = useState<File | null>(null)
  const put = async (small: SmallPicture | null, text: string) => {
    if (small === null) throw new Error(t('pictureRefused'))
    const { blob, ...whole } = small
    const file = await pictures.put(blob)
    const taken = page
      .objects()
      .flatMap(({ object }) => (object.kind === 'picture' ? [{ ...object.at, ...sizeOf(object) }] : []))
    const { x, y, ...size } = freePlace(whole, taken)
    page.add({ kind: 'picture', ink: 'text', by: me, at: { x, y }, text, file, ...size })
  }
  const add = async (chosen: File) => {
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
  // one after the other, so that each finds its place beside the one before
  const addAll = async (files: readonly File[]) => {
    for (const file of files) await add(file)
  }
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])]
    target.value = ''
    void addAll(chosen)
  }
  useFilesOfPage(mayWrite ? (files) => void addAll(files) : null)
  return (
    <>
      <input ref={input} type="file" accept="image/*,application/pdf" hidden onChange={onChange} />
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

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height })

/** Files that are pasted, or dropped anywhere: beside the board the browser would leave the lesson to show the file. */
function useFilesOfPage(onFiles: ((files: readonly File[]) => void) | null): void {
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const events = new AbortController()
    const { signal } = events
    const take = (event: Event, data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])]
      if (files.length === 0 || document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current?.(files)
    }
    document.addEventListener('paste', (event) => isField(event.target) || take(event, event.clipboardData), {
      signal,
    })
    document.addEventListener(
      'dragover',
      (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault(),
      {
        signal,
      },
    )
    document.addEventListener('drop', (event) => isField(event.target) || take(event, event.dataTransfer), {
      signal,
    })
    return () => events.abort()
  }, [])
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
