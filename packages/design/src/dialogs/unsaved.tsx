import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import { ConfirmDialog } from './dialog.tsx'
import { type Guard, Leaving } from './leaving.ts'

/** Asks before unsaved input is lost, also when the browser's tab is closed. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const t = useTranslator(designTexts.ui)
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
    <Leaving value={guard}>
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
    </Leaving>
  )
}
