import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'
import type { Classroom, ClassroomSeat } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { boardPath, boardProtocol } from '@darsi/contracts/rules/board-socket.ts'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { type BoardConnection, connectBoard, type Level, type Line } from '../board/public.ts'
import type { Call, CallState } from './call/call.ts'
import { lineOf } from './call/call-quality.ts'
import type { DeviceNews } from './call/devices.ts'

export type VisitState = {
  readonly phase: 'outside' | 'entering' | 'inside' | 'taken' | 'ended' | 'left'
  readonly room: Classroom | null
  readonly board: BoardConnection | null
  readonly call: CallState | null
  readonly line: Line
  /** Everybody's connection by user, as their browsers measure them. */
  readonly lines: ReadonlyMap<string, Line>
  /** What happened last to a device. */
  readonly device: DeviceNews | null
  /** Why the last attempt to enter failed. */
  readonly failure: string | null
}
export type Choices = {
  readonly microphone: string | undefined
  readonly saveData: boolean
  readonly camera: boolean
}
type Settings = { api: ApiClient; sessionId: string; me: string; device: string }
export type Visit = ReturnType<typeof createVisit>

const loadCall = () => import('./call/call.ts')

const readEveryMs = 15_000
// the server counts at most 15 s for one report
const lineEveryMs = 12_000
/** A call that is not connected yet counts as lost only after this time, or once it failed twice. */
const joiningMs = 10_000

type Store = ReturnType<typeof createStore>

function createStore() {
  const listeners = new Set<() => void>()
  const none = {
    room: null,
    board: null,
    call: null,
    line: 'good',
    lines: new Map(),
    device: null,
    failure: null,
  } as const
  let state: VisitState = { phase: 'outside', ...none }
  return {
    state: () => state,
    set(part: Partial<VisitState>) {
      state = { ...state, ...part }
      for (const listener of listeners) listener()
    },
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** One person's stay in a room: the seat, the board's socket, the call, and the room's last known state. */
export function createVisit({ api, sessionId, me, device }: Settings) {
  const params = { sessionId }
  const store = createStore()
  const { state, set } = store
  const timers: ReturnType<typeof setInterval>[] = []
  const take = (room: Classroom) => {
    // a newer answer has arrived already
    if (room.version < (state().room?.version ?? 0)) return
    const { phase, board } = state()
    const isInside = phase === 'inside' && room.state !== 'ended'
    // before the first answer, only reading the room can have failed
    const isFirst = state().room === null
    set({ room, ...(isInside && { board: boards.of(room) }), ...(isFirst && { failure: null }) })
    if (isInside && state().board !== board) board?.close()
    if (room.state === 'ended') stop('ended')
    else if (isInside) void calling.follow(room)
  }
  const stop = (phase: Ended) => {
    for (const timer of timers.splice(0)) clearInterval(timer)
    calling.end()
    state().board?.close()
    set({ phase, board: null, call: null })
  }
  const read = async () => take((await api.call('GET /classroom/:sessionId', { params })).data)
  const enter = async (takeOver: boolean): Promise<ClassroomSeat> => {
    try {
      const body = { device, takeOver }
      const { data } = await api.call('POST /classroom/:sessionId/enter', { params, body })
      take(data)
      return data
    } catch (error) {
      const end = state().phase === 'inside' ? endOf(error) : null
      if (end) stop(end)
      throw error
    }
  }
  const calling = followCalls(store, me, () => enter(false))
  const boards = followBoards(store, {
    ...{ me, enter: () => enter(false) },
    onRoom: () => void read().catch(() => {}),
  })
  const report = () =>
    api
      .call('POST /classroom/:sessionId/line', { params, body: { device, quality: calling.usualLine() } })
      .catch(() => {})
  const open = (seat: ClassroomSeat) => {
    set({ phase: 'inside', board: boards.of(seat, seat.ticket), failure: null })
    timers.push(setInterval(() => void read().catch(() => {}), readEveryMs))
    timers.push(setInterval(() => void report(), lineEveryMs))
    void calling.follow(seat)
  }
  return {
    state,
    onChange: store.onChange,
    read: () => read().catch((error) => set({ failure: errorText(error) })),
    /** Loads the call while the person is in the lobby: on a slow connection this takes longest. */
    prepare: () => void loadCall().catch(() => {}),
    async enter(chosen: Choices, takeOver = false) {
      calling.choose(chosen)
      set({ phase: 'entering', failure: null })
      try {
        open(await enter(takeOver))
      } catch (error) {
        if (state().phase !== 'entering') return
        const taken = endOf(error) === 'taken'
        set(taken ? { phase: 'taken' } : { phase: 'outside', failure: errorText(error) })
      }
    },
    take,
    call: calling.call,
    async leave() {
      stop('left')
      await api.call('POST /classroom/:sessionId/leave', { params, body: { device } }).catch(() => {})
    },
    /** The tab is closing: disconnects, and keeps the seat for a reload. */
    close: () => stop('left'),
  }
}

type Ended = 'taken' | 'ended' | 'left'

/** How the room reacts to a refusal; null if the connection is only lost for a while. */
function endOf(error: unknown): Ended | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'CLASSROOM_SEAT_TAKEN') return 'taken'
  if (error.code === 'CLASSROOM_ENDED') return 'ended'
  // consent withdrawn, account suspended, room closed: trying again cannot succeed
  return [403, 404, 409].includes(error.status) ? 'left' : null
}

type Opening = { me: string; enter: () => Promise<ClassroomSeat>; onRoom: () => void }

/** A learner who waits beside a group that is live has a page of their own, until the teacher lets the learner in. */
function followBoards({ state }: Store, { me, enter, onRoom }: Opening) {
  let shown = ''
  return {
    /** The open connection as long as the first page is the same. */
    of(room: Classroom, ticket?: string): BoardConnection {
      const firstPage = room.boardPages[0]?.id ?? '1'
      const { board } = state()
      if (board && firstPage === shown) return board
      shown = firstPage
      const tickets = ticket === undefined ? [] : [ticket]
      return connectBoard({
        url: `${location.origin.replace(/^http/, 'ws')}${boardPath}`,
        ticket: async () => {
          const next = tickets.pop() ?? (await enter()).ticket
          return { protocols: [boardProtocol, `ticket.${next}`] }
        },
        ...{ sessionId: room.roomId, account: me, firstPage, onRoom },
      })
    },
  }
}

const linesOf = (board: BoardConnection | null): Map<string, Line> =>
  new Map((board?.presences() ?? []).flatMap(({ user, line }) => (line === null ? [] : [[user, line]])))

/** There is a call only while the room is open and its media server is ready. */
function followCalls({ state, set }: Store, me: string, enter: () => Promise<ClassroomSeat>) {
  let choices: Choices = { microphone: undefined, saveData: false, camera: false }
  let call: Call | null = null
  let starting = false
  let seen: Line[] = []
  let startedAt = 0
  let shared: { receives: Level; line: Line } | null = null
  const share = (receives: Level, line: Line) => {
    // each change is a message to every browser, which costs as much as a tenth of the voice
    if (shared?.receives === receives && shared.line === line) return
    shared = { receives, line }
    state().board?.setPresence(shared)
  }
  const others = () => state().board?.presences() ?? []
  const end = () => {
    call?.close()
    call = null
    if (shared) state().board?.setPresence({ receives: null, line: null })
    shared = null
    if (state().call) set({ call: null })
  }
  const heard = (now: CallState) => {
    if (!state().room?.rights.speak) return
    if (!now.connected && now.trouble === null && performance.now() - startedAt < joiningMs) return
    const line = lineOf(now.samples, now.connected)
    seen.push(line)
    share(now.receives, line)
    set({ call: now, line, lines: linesOf(state().board).set(me, line) })
  }
  const start = async () => {
    startedAt = performance.now()
    const [{ createCall }, seat] = await Promise.all([loadCall(), enter()])
    if (seat.mediaToken === null || state().phase !== 'inside') return
    call = createCall({
      url: seat.mediaUrl,
      token: seat.mediaToken,
      freshToken: async () => (await enter()).mediaToken,
      microphone: choices.microphone,
      saveData: choices.saveData,
      othersLineIsBad: () => others().some(({ line }) => line === 'poor' || line === 'lost'),
      receivedByOthers: () => others().flatMap(({ receives }) => receives ?? []),
      onChange: heard,
      onDevice: (device) => set({ device }),
    })
    if (choices.camera) call.set('camera', true)
  }
  return {
    choose(chosen: Choices) {
      choices = chosen
    },
    call: () => call,
    end,
    async follow(room: Classroom) {
      if (!room.rights.speak) return end()
      if (call || starting || room.media !== 'ready') return
      starting = true
      // a failure is tried again when the room is loaded next
      await start().catch(() => {})
      starting = false
    },
    /** As it was most of the time since the last request. */
    usualLine(): Line {
      const bad = seen.filter((line) => line !== 'good')
      const isBad = bad.length * 2 > seen.length
      seen = []
      if (state().board?.status() === 'lost') return 'lost'
      return isBad ? (bad.at(-1) ?? 'good') : 'good'
    },
  }
}
