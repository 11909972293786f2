import { createContext, type ReactNode, useContext, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslator } from '../i18n/i18n.tsx'
import { uiTexts } from '../i18n/texts.ts'
import { ConfirmDialog } from './dialog.tsx'

type Guard = {
  mark: (id: string, unsaved: boolean) => void
  /** Runs it at once, or after the question if something is unsaved. */
  ask: (leave: () => void, stay?: () => void) => void
  isUnsaved: () => boolean
}

const free: Guard = { mark: () => {}, ask: (leave) => leave(), isUnsaved: () => false }
const Context = createContext<Guard>(free)

/** Asks before unsaved input is lost, also when the browser's tab is closed. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const t = useTranslator(uiTexts)
  const unsaved = useRef(new Set<string>())
  const [asked, setAsked] = useState<{ leave: () => void; stay?: () => void } | null>(null)
  const guard = useMemo<Guard>(
    () => ({
      mark: (id, is) => {
        if (is) unsaved.current.add(id)
        else unsaved.current.delete(id)
      },
      ask: (leave, stay) => {
        if (unsaved.current.size === 0) leave()
        else setAsked({ leave, ...(stay && { stay }) })
      },
      isUnsaved: () => unsaved.current.size > 0,
    }),
    [],
  )
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (unsaved.current.size > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [])
  return (
    <Context value={guard}>
      {children}
      <ConfirmDialog
        open={asked !== null}
        title={t('unsavedTitle')}
        confirmLabel={t('unsavedLeave')}
        cancelLabel={t('unsavedStay')}
        danger
        onConfirm={() => {
          unsaved.current.clear()
          setAsked(null)
          asked?.leave()
        }}
        onCancel={() => {
          setAsked(null)
          asked?.stay?.()
        }}
      >
        {t('unsavedText')}
      </ConfirmDialog>
    </Context>
  )
}

/** Reports whether this part of the page has unsaved input. */
export function useUnsaved(unsaved: boolean): void {
  const id = useId()
  const { mark } = useContext(Context)
  useEffect(() => {
    mark(id, unsaved)
    return () => mark(id, false)
  }, [id, mark, unsaved])
}

export const useLeaving = (): Pick<Guard, 'ask' | 'isUnsaved'> => useContext(Context)
