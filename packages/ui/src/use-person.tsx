import { type ReactNode, useState } from 'react'
import type { ApiClient } from './api-client.ts'
import type { Person, ShowPerson } from './person-name.tsx'
import { HistoryDialog } from './users/history-dialog.tsx'
import type { ListedUser } from './users/use-users.ts'

/** For administrators: the account behind a name, over whatever list the name stands in. */
export function usePerson(api: ApiClient): { show: ShowPerson; dialog: ReactNode } {
  const [shown, setShown] = useState<Person | null>(null)
  if (shown === null) return { show: setShown, dialog: null }
  // `as`: the dialog reads all but id and name itself
  const user = { id: shown.id, fullName: shown.name, email: '' } as ListedUser
  return { show: setShown, dialog: <HistoryDialog api={api} user={user} onClose={() => setShown(null)} /> }
}
