import { keptBoardName } from '@darsi/client/session/kept-boards.ts'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { IndexeddbPersistence } from 'y-indexeddb'
import * as Y from 'yjs'
import { type BoardPage, openPage } from '../page/board-page.ts'
import { type Presence, readPresence } from './presence.ts'
import { type TicketSource, ticketSockets } from './ticket-socket.ts'

type Settings = {
  /** `wss://…/ws/board` on the site itself. */
  url: string
  ticket: TicketSource
  sessionId: string
  /** The account under which unsent changes are kept in this browser. */
  account: string
  /** The page that stays connected: it also carries presence and the room's messages. */
  firstPage: string
  onRoom: (message: string) => void
}
export type Connected = 'connecting' | 'connected' | 'lost'
type OpenPage = {
  readonly page: BoardPage
  /** Objects that the server has not confirmed yet. */
  readonly pending: () => ReadonlySet<string>
  readonly loaded: () => boolean
}
type AwarenessChange = Readonly<Record<'added' | 'updated' | 'removed', readonly number[]>>
export type BoardConnection = ReturnType<typeof connectBoard>

/** The board's connection: changes are drawn at once, kept in this browser, and sent when the network is available. */
export function connectBoard({ url, ticket, sessionId, account, firstPage, onRoom }: Settings) {
  const listeners = new Set<() => void>()
  const refusalListeners = new Set<(why: Refusal) => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let status: Connected = 'connecting'
  const become = (now: Connected) => {
    if (now === status) return
    status = now
    tell()
  }
  const socket = new HocuspocusProviderWebsocket({
    url,
    WebSocketPolyfill: ticketSockets(ticket),
    // with a delay below the minimum the provider never connects and reports no error
    ...{ delay: 1000, minDelay: 500, factor: 1.5, maxDelay: 5000, jitter: true },
    messageReconnectTimeout: 20_000,
    onStatus: (change) => {
      if (change.status === 'connected') become('connected')
    },
    onClose: () => become('lost'),
  })
  const pages = new Map<string, ReturnType<typeof attach>>()
  const attach = (id: string) => {
    const attached = attachPage({
      socket,
      name: `${sessionId}/${id}`,
      account,
      isFirst: id === firstPage,
      tell,
      onRefused: (why) => {
        for (const listener of refusalListeners) listener(why)
      },
    })
    if (id === firstPage) {
      attached.provider.on('stateless', ({ payload }: { payload: string }) => onRoom(payload))
      attached.provider.awareness?.on('change', ({ added, updated, removed }: AwarenessChange) => {
        // the changes of this browser are on the screen already
        const others = [...added, ...updated, ...removed].some((client) => client !== attached.doc.clientID)
        if (others) tell()
      })
    }
    pages.set(id, attached)
    return attached
  }
  const { awareness } = attach(firstPage).provider
  awareness?.setLocalState({ user: account, page: firstPage })
  return {
    status: () => status,
    page: (id: string): OpenPage => pages.get(id) ?? attach(id),
    hasPending: () => [...pages.values()].some((page) => page.pending().size > 0),
    setPresence: (part: Partial<Presence>) =>
      awareness?.setLocalState({ ...awareness.getLocalState(), ...part, user: account }),
    /** The presence of the other browsers. */
    presences: (): readonly Presence[] =>
      [...(awareness?.getStates() ?? [])].flatMap(([client, state]) => {
        const read = client === awareness?.clientID ? null : readPresence(state)
        return read === null ? [] : [read]
      }),
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onRefused(listener: (why: Refusal) => void) {
      refusalListeners.add(listener)
      return () => void refusalListeners.delete(listener)
    },
    /** Reconnects at once, because a new ticket may carry other rights. */
    reconnect() {
      socket.disconnect()
      void socket.connect()
    },
    close() {
      listeners.clear()
      refusalListeners.clear()
      for (const page of pages.values()) page.close()
      socket.destroy()
    },
  }
}

type Attaching = {
  socket: HocuspocusProviderWebsocket
  name: string
  account: string
  isFirst: boolean
  tell: () => void
  onRefused: (why: Refusal) => void
}

function attachPage({ socket, name, account, isFirst, tell, onRefused }: Attaching) {
  const doc = new Y.Doc()
  const page = openPage(doc)
  const pending = new Set<string>()
  const stored = keep(keptBoardName(account, name), doc)
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name,
    document: doc,
    token: 'ticket',
    ...(isFirst ? {} : { awareness: null }),
    onSynced: tell,
    onUnsyncedChanges: ({ number }) => {
      if (number > 0 || pending.size === 0) return
      pending.clear()
      void stored?.set('pending', '')
      tell()
    },
  })
  provider.on('stateless', ({ payload }: { payload: string }) => {
    const refusal = readRefusal(payload)
    if (refusal === null) return
    page.takeBack(refusal.ids)
    // the server dropped the whole message, and later messages depend on its content
    provider.forceSync()
    onRefused(refusal.why)
  })
  provider.attach()
  page.onOwnChange((ids) => {
    for (const id of ids) pending.add(id)
    void stored?.set('pending', [...pending].join(' '))
    tell()
  })
  // unsent changes of a tab that was closed while offline
  void stored?.whenSynced
    .then(() => stored.get('pending'))
    .then((ids: unknown) => {
      if (typeof ids !== 'string' || ids === '' || !provider.hasUnsyncedChanges) return
      for (const id of ids.split(' ')) pending.add(id)
      tell()
    })
  return {
    doc,
    page,
    provider,
    pending: () => pending,
    loaded: () => provider.isSynced || page.objects().length > 0,
    close() {
      const sent = pending.size === 0
      provider.destroy()
      // deletes the local copy once the server has everything: on a shared computer nothing of a child's lesson
      // remains
      void (sent ? stored?.clearData() : stored?.destroy())
      doc.destroy()
    },
  }
}

/** Null where the browser stores nothing (private windows): then closing the tab loses unsent changes. */
function keep(name: string, doc: Y.Doc): IndexeddbPersistence | null {
  return typeof indexedDB === 'undefined' ? null : new IndexeddbPersistence(name, doc)
}

/** Why the server took objects of this browser back. */
const refusals = ['contact-details', 'page-full', 'text-too-long'] as const
type Refusal = (typeof refusals)[number]

/** From the server's message; null for every other message. */
export function readRefusal(message: string): { why: Refusal; ids: readonly string[] } | null {
  const fields = fieldsOf(message)
  const why = refusals.find((each) => each === fields['why'])
  if (fields['type'] !== 'refused' || why === undefined || !Array.isArray(fields['ids'])) return null
  return { why, ids: fields['ids'].filter((id) => typeof id === 'string') }
}

function fieldsOf(message: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(message)
    return { ...(typeof read === 'object' && read) }
  } catch {
    return {}
  }
}
