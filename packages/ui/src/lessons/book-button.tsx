import { useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Button } from '../button.tsx'
import type { Connection } from '../connections/connection.ts'
import { errorText } from '../error-text.ts'
import { useTranslator } from '../i18n.tsx'
import { CalendarIcon } from '../icons.tsx'
import { useToast } from '../toast.tsx'
import { BookDialog } from './book-dialog.tsx'
import type { Viewer } from './lesson.ts'
import { lessonsTexts } from './lessons-texts.ts'

type Props = {
  api: ApiClient
  viewer: Viewer
  /** With this one; without, the approved ones are asked for and offered. */
  connection?: Connection
}

export function BookButton({ api, viewer, connection }: Props) {
  const t = useTranslator(lessonsTexts)
  const toast = useToast()
  const [among, setAmong] = useState<readonly Connection[] | null>(null)
  const [busy, setBusy] = useState(false)
  const open = async () => {
    if (connection) return setAmong([connection])
    setBusy(true)
    try {
      const { data } = await api.call('GET /connections', { query: { status: 'approved' } })
      setAmong(data)
    } catch (failure) {
      toast(errorText(failure), 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        icon={CalendarIcon}
        {...(connection && { size: 'sm' as const })}
        loading={busy}
        onClick={() => void open()}
      >
        {t('book')}
      </Button>
      {among !== null && (
        <BookDialog api={api} connections={among} viewer={viewer} onClose={() => setAmong(null)} />
      )}
    </>
  )
}
