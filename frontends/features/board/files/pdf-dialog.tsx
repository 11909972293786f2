import { useAction } from '@darsi/client/query/use-action.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, IconButton } from '@darsi/design/forms/button.tsx'
import { ArrowEndIcon, ArrowStartIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef, useState } from 'react'
import { type DrawnPage, openPdf, type PdfPages } from '../../pdf/public.ts'
import { texts } from '../../texts.ts'

type Props = {
  file: File
  /** Puts one page onto the board. */
  onPut: (page: HTMLCanvasElement, text: string) => Promise<unknown>
  onClose: () => void
}

/** Shows the pages of a PDF, one of which is put onto the board at a time. The reader is loaded now and not before. */
export function PdfDialog({ file, onPut, onClose }: Props) {
  const t = useTranslator(texts.board)
  const pdf = useOpened(file)
  const [number, setNumber] = useState(1)
  const { canvas, complete, failed } = useDrawn(pdf.pages, number)
  const { run, busy, error } = useAction()
  const [put, setPut] = useState(0)
  const count = pdf.pages?.count ?? 0
  const pageOf = t('pageOf', { page: number, pages: count })
  const send = async () => {
    if (canvas !== null && (await run(() => onPut(canvas, pageOf)))) setPut(number)
  }
  const problem = pdf.failed || failed ? t('pdfRefused') : error
  return (
    <Dialog
      open
      title={t('pdfTitle')}
      onClose={onClose}
      locked={busy}
      size="md"
      actions={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('pdfClose')}
          </Button>
          <Button disabled={canvas === null} loading={busy} onClick={() => void send()}>
            {t('pdfPut')}
          </Button>
        </>
      }
    >
      <div className="ds-stack">
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        {count > 1 && (
          <nav className="ds-board-pages" aria-label={t('pdfPages')}>
            <IconButton
              icon={ArrowStartIcon}
              label={t('pageBefore')}
              disabled={busy || number === 1}
              onClick={() => setNumber(number - 1)}
            />
            <span className="ds-numbers">{pageOf}</span>
            <IconButton
              icon={ArrowEndIcon}
              label={t('pageAfter')}
              disabled={busy || number === count}
              onClick={() => setNumber(number + 1)}
            />
          </nav>
        )}
        {!complete && <Banner tone="warning">{t('notWholePage')}</Banner>}
        <Preview canvas={canvas} label={pageOf} />
        <p className="ds-soft ds-small" role="status">
          {canvas === null && problem === null && t('pdfReading')}
          {put === number && t('pdfOnBoard')}
        </p>
      </div>
    </Dialog>
  )
}

function Preview({ canvas, label }: { canvas: HTMLCanvasElement | null; label: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.replaceChildren(...(canvas ? [canvas] : [])), [canvas])
  return <div ref={place} className="ds-board-pdf" role="img" aria-label={label} />
}

function useOpened(file: File): { pages: PdfPages | null; failed: boolean } {
  const [state, setState] = useState<{ pages: PdfPages | null; failed: boolean }>({
    pages: null,
    failed: false,
  })
  useEffect(() => {
    const opening = openPdf(file)
    let isOpen = true
    opening.then(
      (pages) => isOpen && setState({ pages, failed: false }),
      () => isOpen && setState({ pages: null, failed: true }),
    )
    return () => {
      isOpen = false
      void opening.then(
        ({ close }) => close(),
        () => {},
      )
    }
  }, [file])
  return state
}

function useDrawn(pages: PdfPages | null, number: number) {
  const [drawn, setDrawn] = useState<{ number: number; page: DrawnPage | null } | null>(null)
  useEffect(() => {
    let isWanted = true
    pages?.draw(number).then(
      (page) => isWanted && setDrawn({ number, page }),
      () => isWanted && setDrawn({ number, page: null }),
    )
    return () => {
      isWanted = false
    }
  }, [pages, number])
  const current = drawn?.number === number ? drawn : null
  const { canvas, complete } = current?.page ?? { canvas: null, complete: true }
  return { canvas, complete, failed: current !== null && canvas === null }
}
