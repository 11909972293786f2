import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { CalendarIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Suspense, useState } from 'react'
import type { Connection } from '../../connections/public.ts'
import { texts } from '../../texts.ts'
import type { Viewer } from '../lesson.ts'

// loaded on the first click, to keep the dashboard's first load small
const BookDialog = retryableLazy(async () => ({ default: (await import('./book-dialog.tsx')).BookDialog }))

type Props = {
  api: ApiClient
  viewer: Viewer
  /** The connection to book with; without it the dialog loads and offers the approved ones. */
  connection?: Connection
}

export function BookButton({ api, viewer, connection }: Props) {
  const t = useTranslator(texts.lessons)
  const [among, setAmong] = useState<readonly Connection[] | null>(null)
  const { run, busy } = useAction({ inToast: true })
  const open = () => run(async () => setAmong(connection ? [connection] : await approvedConnections(api)))
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
        <Suspense>
          <BookDialog api={api} connections={among} viewer={viewer} onClose={() => setAmong(null)} />
        </Suspense>
      )}
    </>
  )
}

/** All of them, also those after the first page. */
async function approvedConnections(api: ApiClient): Promise<Connection[]> {
  const found: Connection[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await api.call('GET /connections', {
      query: { status: 'approved', ...(cursor !== undefined && { cursor }) },
    })
    found.push(...page.data)
    cursor = page.nextCursor
  }
  return found
}
