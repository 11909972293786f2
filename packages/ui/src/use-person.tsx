import { type ReactNode, useState } from 'react'
import type { ApiClient } from './api-client.ts'
import type { Person, ShowPerson } from './person-name.tsx'
import { HistoryDialog } from './users/history-dialog.tsx'

/** For administrators: the account behind a name, over whatever list the name stands in. */
export function usePerson(api: ApiClient): { show: ShowPerson; dialog: ReactNode } {
  const [shown, setShown] = useState<Person | null>(null)
  if (shown === null) return { show: setShown, dialog: null }
  const user = { id: shown.id, fullName: shown.name, email: '' }
  return { show: setShown, dialog: <HistoryDialog api={api} user={user} onClose={() => setShown(null)} /> }
}
