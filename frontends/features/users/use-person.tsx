import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import type { Person, ShowPerson } from '@darsi/design/layout/person-name.tsx'
import { type ReactNode, useState } from 'react'
import { HistoryDialog } from './history-dialog.tsx'

const place = { person: anyText() }

/** For administrators: opens the account of a person over any list. */
export function usePerson(api: ApiClient): { show: ShowPerson; dialog: ReactNode } {
  const [{ person }, { open, close }] = usePlace(place)
  const [known, setKnown] = useState<Person | null>(null)
  const user = { id: person, ...(known?.id === person && { fullName: known.name }) }
  return {
    show: (chosen) => {
      setKnown(chosen)
      open({ person: chosen.id })
    },
    dialog: person !== '' && <HistoryDialog api={api} user={user} onClose={() => close('person')} />,
  }
}
