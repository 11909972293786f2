import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { classNames } from '@darsi/design/class-names.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { ArrowStartIcon } from '@darsi/design/graphics/icons.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Board, type BoardConnection } from '../board/public.ts'
import { LessonConversation } from '../messages/public.ts'
import { texts } from '../texts.ts'
import { useBoardPictures } from './board-pictures.ts'
import { Controls } from './controls.tsx'
import { People } from './people.tsx'
import { LargePictures } from './picture.tsx'
import { RoomBanners } from './room-banners.tsx'
import { RoomLog } from './room-log.tsx'
import type { Choices, Visit, VisitState } from './visit.ts'

type Props = {
  api: ApiClient
  me: string
  visit: Visit
  state: VisitState
  room: Classroom
  board: BoardConnection
  choices: Choices
  onReport: () => void
}

/**
 * The room: participants at the top, the board in the middle, messages beside it, the buttons within reach of the
 * thumb.
 */
export function RoomView({ api, me, visit, state, room, board, choices, onReport }: Props) {
  const t = useTranslator(texts.classroom)
  const language = useLanguage()
  const toast = useToast()
  const [talking, setTalking] = useState(false)
  const [large, setLarge] = useState<string | null>(null)
  const { call } = state
  const params = { sessionId: room.sessionId }
  const pictures = useBoardPictures(api, room.sessionId)
  const teacher = room.people.find(({ part }) => part === 'teacher')?.userId ?? ''
  const nameOf = (userId: string) =>
    userId === me ? t('you') : (room.people.find((person) => person.userId === userId)?.name ?? t('someone'))
  const tried = (work: Promise<{ data: Classroom }>) =>
    void work.then(({ data }) => visit.take(data)).catch((error) => toast(errorText(error), 'danger'))
  useAwake()
  useDeviceNews(state.device)
  const lift = (body: { raised: boolean; userId?: string }) =>
    tried(api.call('POST /classroom/:sessionId/hand', { params, body }))
  const title = t('lobbyTitle', { subject: subjectName(room.subject, language) })
  return (
    <main className={classNames('ds-classroom', talking && 'ds-classroom-talking')}>
      <h1 className="ds-hidden">{title}</h1>
      <RoomLog room={room} me={me} call={call} nameOf={nameOf} />
      <RoomBanners room={room} me={me} state={state} onSound={() => visit.call()?.unblockSound()} />
      <People
        people={room.people}
        me={me}
        call={call}
        lines={state.lines}
        onEnlarge={setLarge}
        onLowerHand={room.part === 'teacher' ? (userId) => lift({ raised: false, userId }) : null}
      />
      <div className="ds-classroom-middle">
        <LargePictures call={call} large={large} nameOf={nameOf} onShrink={() => setLarge(null)} />
        <Board
          // another first page is another connection: a late learner was let in
          key={room.boardPages[0]?.id}
          connection={board}
          pages={room.boardPages}
          me={me}
          teacher={teacher}
          mayWrite={room.rights.write}
          nameOf={nameOf}
          pictures={pictures}
          onAddPage={
            room.rights.write
              ? async () => tried(api.call('POST /classroom/:sessionId/pages', { params }))
              : null
          }
          saveData={choices.saveData || call?.level === 'thin-voice'}
          fileName={`${title} ${room.startsAt.slice(0, 10)}`}
        />
      </div>
      {talking && (
        <MessagesBeside api={api} me={me} threads={room.threads} onBack={() => setTalking(false)} />
      )}
      <Controls
        room={room}
        me={me}
        call={call}
        media={visit.call()}
        talking={talking}
        onTalk={() => setTalking(!talking)}
        onReport={onReport}
        onLeave={() => void visit.leave()}
        onMove={(move) => tried(api.call(`POST /classroom/:sessionId/${move}`, { params }))}
        onHand={(raised) => lift({ raised })}
        onWrite={(userId, write) =>
          tried(api.call('POST /classroom/:sessionId/rights', { params, body: { userId, write } }))
        }
      />
    </main>
  )
}

type Messages = Omit<ComponentProps<typeof LessonConversation>, 'connectionId'> & Pick<Classroom, 'threads'>

/** With several learners the teacher chooses first, so that nothing is written to the wrong family. */
function MessagesBeside({ threads, ...props }: Messages) {
  const t = useTranslator(texts.classroom)
  const [chosen, setChosen] = useState('')
  const connectionId = threads.length === 1 ? threads[0]?.connectionId : chosen
  return (
    <aside className="ds-classroom-side" aria-label={t('messages')}>
      <h2 className="ds-hidden">{t('messages')}</h2>
      {!connectionId && (
        <Button variant="quiet" size="sm" icon={ArrowStartIcon} onClick={props.onBack}>
          {t('backToLesson')}
        </Button>
      )}
      {threads.length > 1 && (
        <Field label={t('threadWith')}>
          <Select
            value={chosen}
            onChange={setChosen}
            options={threads.map((each) => ({ value: each.connectionId, label: each.name }))}
          />
        </Field>
      )}
      {connectionId && <LessonConversation key={connectionId} {...props} connectionId={connectionId} />}
    </aside>
  )
}

/** Keeps the screen on: a lesson is mostly looked at and listened to. The browser lets go whenever the tab is hidden. */
function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return
      // refused when the battery is low
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void lock?.release()
    }
    // older browsers have none
    if (!('wakeLock' in navigator)) return
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}

/** What happened to a device, in words: a button that does nothing leaves the user guessing. */
function useDeviceNews(change: VisitState['device']): void {
  const t = useTranslator(texts.classroom)
  const toast = useToast()
  const latest = useRef({ t, toast })
  latest.current = { t, toast }
  useEffect(() => {
    if (change === null) return
    const { device, news } = change
    const isBack = news === 'back'
    const words =
      device !== 'screen'
        ? (`${device}_${news}` as const)
        : news === 'refused' || news === 'lost'
          ? (`screen_${news}` as const)
          : 'screen_failed'
    latest.current.toast(latest.current.t(words), isBack ? 'success' : 'warning')
  }, [change])
}
