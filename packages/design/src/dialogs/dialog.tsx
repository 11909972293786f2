import { type ReactNode, useContext, useEffect, useId, useMemo, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Banner } from '../feedback/banner.tsx'
import { Button, IconButton } from '../forms/button.tsx'
import { CloseIcon } from '../graphics/icons.tsx'
import { errorText } from '../i18n/error-text.ts'
import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import { takesFirstFocus } from './first-focus.ts'
import { type Guard, Leaving } from './leaving.ts'
import './dialog.css'

type DialogProps = {
  open: boolean
  title: ReactNode
  /** Escape, the close button, or a click outside the dialog. */
  onClose: () => void
  children: ReactNode
  /** The buttons at the bottom. */
  actions?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** Prevents closing while an action runs. */
  locked?: boolean
}

/** The browser's own modal dialog: it traps the focus and restores it afterwards. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({
  title,
  onClose,
  children,
  actions,
  size = 'md',
  role = 'dialog',
  locked = false,
}: DialogProps) {
  const t = useTranslator(designTexts.ui)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    const row = before?.closest('li, tr')
    const near = [row?.nextElementSibling, row?.previousElementSibling, row, before?.closest('dialog')]
    if (shown && !shown.open) shown.showModal()
    return () => {
      shown?.close()
      // the browser returns the focus only to a closed dialog, and this element is removed instead
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else focusInside(near.find((each) => each?.isConnected))
    }
  }, [])

  const body = useScrollStop()

  // Escape and a click outside happen by accident, so unsaved input is not dropped without a question
  const typed = useRef(new Set<HTMLInputElement | HTMLTextAreaElement>())
  const [asks, setAsks] = useState(false)
  const guard = useGuardInside()
  const leave = () => {
    if (locked) return
    const isTyped = [...typed.current].some((field) => field.isConnected && field.value.trim() !== '')
    if (isTyped || guard.isUnsaved()) setAsks(true)
    else onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape, which `cancel` reports
    <dialog
      ref={dialog}
      role={role}
      className={classNames('ds-dialog', `ds-dialog-${size}`)}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        // the cancel event of the confirmation inside bubbles
        if (event.target === event.currentTarget) leave()
      }}
      onInput={({ target }) => {
        if (isText(target)) typed.current.add(target)
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isOutside(event.currentTarget, event)) leave()
      }}
    >
      <div className="ds-dialog-frame">
        <header className="ds-dialog-head">
          <h2 className="ds-dialog-title" id={`${id}-title`}>
            {title}
          </h2>
          <IconButton icon={CloseIcon} label={t('close')} onClick={leave} className="ds-dialog-close" />
        </header>
        <div className="ds-dialog-body" id={`${id}-body`} {...body}>
          <Leaving value={guard}>{children}</Leaving>
        </div>
        {actions !== undefined && <footer className="ds-dialog-foot">{actions}</footer>}
      </div>
      <ConfirmDialog
        open={asks}
        title={t('unsavedTitle')}
        confirmLabel={t('unsavedLeave')}
        cancelLabel={t('unsavedStay')}
        danger
        onConfirm={onClose}
        onCancel={() => setAsks(false)}
      >
        {t('unsavedDialogText')}
      </ConfirmDialog>
    </dialog>
  )
}

/** What `useUnsaved` reports inside the dialog: also to the page around it, because Back closes the dialog too. */
function useGuardInside(): Guard {
  const page = useContext(Leaving)
  return useMemo(() => {
    const unsaved = new Set<string>()
    return {
      ...page,
      mark: (id, is) => {
        if (is) unsaved.add(id)
        else unsaved.delete(id)
        page.mark(id, is)
      },
      isUnsaved: () => unsaved.size > 0,
    }
  }, [page])
}

/**
 * A decision can remove the button that opened its dialog, or the whole row: the focus then goes to the next row, and
 * after the last one to the dialog around the list.
 */
function focusInside(part: Element | null | undefined) {
  part?.querySelector<HTMLElement>('button, a[href]')?.focus()
}

/** The keyboard can scroll long content only if it can be focused. */
function useScrollStop() {
  const ref = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const { current } = ref
    if (!current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setScrolls(current.scrollHeight > current.clientHeight))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { ref, ...(scrolls && { tabIndex: 0 }) }
}

const isText = (field: EventTarget): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && ['text', 'number', 'tel', 'email', 'url'].includes(field.type))

function isOutside(dialog: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

type ConfirmProps = {
  open: boolean
  title: ReactNode
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** A promise keeps the dialog open and busy until it ends; its error is shown inside. */
  onConfirm: () => unknown
  /** Replaces the text of a failure for which the server gave no reason. */
  failed?: string
  onCancel: () => void
}

/** Asks before an irreversible action. The safe answer has the focus. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel,
  danger = false,
  onConfirm,
  failed,
  onCancel,
}: ConfirmProps) {
  const t = useTranslator(designTexts.ui)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
    } catch (error) {
      setFailure(errorText(error, failed))
    } finally {
      setBusy(false)
    }
  }
  const cancel = () => {
    setFailure(null)
    onCancel()
  }
  return (
    <Dialog
      open={open}
      title={title}
      onClose={cancel}
      size="sm"
      role="alertdialog"
      locked={busy}
      actions={
        <>
          <Button ref={takesFirstFocus} variant="secondary" onClick={cancel} disabled={busy}>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={confirm} loading={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
    </Dialog>
  )
}
