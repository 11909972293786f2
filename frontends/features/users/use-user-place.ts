import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { roles } from '@darsi/contracts/reference/roles.ts'
import type { Sort } from '@darsi/design/layout/table.tsx'
import type { Filters } from './use-users.ts'

const parameters = {
  view: oneOf(['all', 'queue', 'documents', 'cards'], 'all'),
  q: anyText(),
  status: oneOf(['all', 'pending', 'approved', 'suspended'], 'all'),
  role: oneOf(['all', ...roles], 'all'),
  assignee: oneOf(['all', 'me', 'nobody'], 'all'),
  sort: anyText(),
  /** The account whose dialog is open. */
  user: anyText(),
}

const newestFirst: Sort = { column: 'createdAt', descending: true }
/** Longest waiting first. */
const queueOrder: Sort = { column: 'createdAt', descending: false }

/**
 * The list of users with the filters of the address. `queue` lists accounts that wait for an approval, `documents` and
 * `cards` what teachers uploaded and changed.
 */
export function useUserPlace() {
  const [{ view, user, sort, ...asked }, { set, open, close, hrefOf }] = usePlace(parameters)
  const isQueue = view === 'queue'
  const filters: Filters = {
    ...asked,
    ...(isQueue && { status: 'pending' }),
    sort: readSort(sort) ?? (isQueue ? queueOrder : newestFirst),
  }
  return {
    view,
    filters,
    user,
    change: ({ sort: order, ...part }: Partial<Filters>) =>
      set({ ...part, ...(order && { sort: writeSort(order) }) }),
    setView: (chosen: typeof view) =>
      set({ view: chosen }, ['q', 'status', 'role', 'assignee', 'sort', 'user', 'proofs', 'card']),
    /** Adds no history step if another account is open already. */
    stepTo: ({ id }: { id: string }) => (user === '' ? open : set)({ user: id }),
    hrefOfUser: (id: string) => hrefOf({ user: id }),
    openUser: ({ id }: { id: string }) => open({ user: id }),
    closeUser: () => close('user'),
  }
}

const columns = ['name', 'createdAt', 'lastLogin'] as const

function readSort(text: string): Sort | null {
  const descending = text.startsWith('-')
  const column = columns.find((name) => name === text.slice(descending ? 1 : 0))
  return column === undefined ? null : { column, descending }
}

const writeSort = ({ column, descending }: Sort) => `${descending ? '-' : ''}${column}`
