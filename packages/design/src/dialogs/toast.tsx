import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { Banner, type BannerTone } from '../feedback/banner.tsx'
import { Button } from '../forms/button.tsx'
import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import './toast.css'

/**
 * A button in the toast. The toast is shown exactly for `forMs`, also under the pointer, because later the action
 * is too late.
 */
type ToastAction = { label: string; run: () => void; forMs: number }
type Toast = { id: number; tone: BannerTone; text: ReactNode; action: ToastAction | undefined }
/** @returns a function that removes the toast */
type ShowToast = (text: ReactNode, tone?: BannerTone, action?: ToastAction) => () => void

const Context = createContext<ShowToast>(() => () => {})

/** `const toast = useToast(); toast(t('saved'))`. Errors that need an answer belong in a banner. */
export function useToast(): ShowToast {
  return useContext(Context)
}

export function ToastRegion({ children }: { children: ReactNode }) {
  const t = useTranslator(designTexts.ui)
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const dismiss = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), [])
  const show = useMemo<ShowToast>(() => {
    let last = 0
    return (text, tone = 'success', action) => {
      last += 1
      const id = last
      setToasts((all) => [{ id, tone, text, action }, ...withoutOld(all)])
      return () => dismiss(id)
    }
  }, [dismiss])
  return (
    <Context value={show}>
      {children}
      <section className="ds-toasts" aria-label={t('notifications')} aria-live="polite">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onDone={dismiss} />
        ))}
      </section>
    </Context>
  )
}

/** A toast with an action stays for its time: nothing else offers the action. */
function withoutOld(all: readonly Toast[]): readonly Toast[] {
  const newest = all.filter(({ action }) => action === undefined).slice(0, 2)
  return all.filter((toast) => toast.action !== undefined || newest.includes(toast))
}

function ToastCard({ toast, onDone }: { toast: Toast; onDone: (id: number) => void }) {
  const [held, setHeld] = useState(false)
  const { action } = toast
  const stays = action === undefined && (held || toast.tone === 'danger')
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => onDone(toast.id), action?.forMs ?? 7000)
    return () => clearTimeout(timer)
  }, [stays, toast, action, onDone])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only stops the clock
    <div
      className="ds-toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Banner
        tone={toast.tone}
        live={toast.tone === 'danger' ? 'alert' : 'none'}
        onDismiss={() => onDone(toast.id)}
        actions={
          action && (
            <Button
              size="sm"
              variant="secondary"
              onClick={() => {
                action.run()
                onDone(toast.id)
              }}
            >
              {action.label}
            </Button>
          )
        }
      >
        {toast.text}
      </Banner>
    </div>
  )
}
