import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { RefreshIcon } from '@darsi/design/graphics/icons.tsx'
import { LoadingPanel } from '@darsi/design/graphics/spinner.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { texts } from '../texts.ts'
import { AfterLesson } from './after-lesson.tsx'
import { Lobby } from './lobby.tsx'
import { RoomReport } from './room-report.tsx'
import { RoomView } from './room-view.tsx'
import { type Choices, createVisit, type Visit, type VisitState } from './visit.ts'
import './classroom.css'

type Props = Pick<DashboardProps, 'api' | 'user'> & { lesson: string }

/** The classroom of one lesson: the lobby, the room, and afterwards the board to read. */
export function ClassroomPage({ api, user, lesson }: Props) {
  const [visit] = useState(() => createVisit({ api, sessionId: lesson, me: user.id, device: tabDevice() }))
  const state = useSyncExternalStore(visit.onChange, visit.state)
  const [reporting, setReporting] = useState(false)
  const { room, failure } = state
  useEffect(() => {
    void visit.read()
    visit.prepare()
    return () => visit.close()
  }, [visit])
  if (room === null)
    return failure === null ? (
      <LoadingPanel />
    ) : (
      <Refused failure={failure} onRetry={() => void visit.read()} />
    )
  return (
    <>
      <Phase
        api={api}
        me={user.id}
        visit={visit}
        state={state}
        room={room}
        onReport={() => setReporting(true)}
      />
      {/* beside the phases: the end of the lesson must not delete a report that is being written */}
      {reporting && <RoomReport api={api} room={room} onClose={() => setReporting(false)} />}
    </>
  )
}

type PhaseProps = Pick<Props, 'api'> & {
  me: string
  visit: Visit
  state: VisitState
  room: Classroom
  onReport: () => void
}

function Phase({ api, me, visit, state, room, onReport }: PhaseProps) {
  const t = useTranslator(texts.classroom)
  const [choices, setChoices] = useState<Choices>({ microphone: undefined, saveData: false, camera: false })
  const { phase, failure } = state
  if (room.state === 'ended') return <AfterLesson api={api} room={room} me={me} onReport={onReport} />
  if (phase === 'inside' && state.board)
    return (
      <RoomView
        api={api}
        me={me}
        visit={visit}
        state={state}
        room={room}
        board={state.board}
        choices={choices}
        onReport={onReport}
      />
    )
  if (phase === 'taken')
    return (
      <Center title={t('takenTitle')} text={t('takenText')}>
        <Button onClick={() => void visit.enter(choices, true)}>{t('takeOver')}</Button>
        <LinkButton variant="secondary" href="/dashboard">
          {t('toDashboard')}
        </LinkButton>
      </Center>
    )
  if (phase === 'left')
    return (
      <Center title={t('leftTitle')} text={failure ?? t('leftText')}>
        <Button icon={RefreshIcon} onClick={() => location.reload()}>
          {t('comeBack')}
        </Button>
        <LinkButton variant="secondary" href="/dashboard">
          {t('toDashboard')}
        </LinkButton>
      </Center>
    )
  return (
    <Lobby
      api={api}
      room={room}
      busy={phase === 'entering'}
      failure={failure}
      onRead={() => void visit.read()}
      onEnter={(chosen) => {
        setChoices(chosen)
        void visit.enter(chosen)
      }}
    />
  )
}

function Refused({ failure, onRetry }: { failure: string; onRetry: () => void }) {
  const t = useTranslator(texts.classroom)
  return (
    <Center title={t('refusedTitle')} text={failure}>
      <Button icon={RefreshIcon} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
      <LinkButton variant="secondary" href="/dashboard">
        {t('toDashboard')}
      </LinkButton>
    </Center>
  )
}

function Center({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="ds-page ds-classroom-center">
      <PageHeader title={title} actions={children}>
        <p role="alert">{text}</p>
      </PageHeader>
    </main>
  )
}

const key = 'darsi-classroom-tab'

/**
 * The id of this tab; it survives a reload. Duplicating a tab copies the storage, so the id is stored only while the
 * page unloads.
 */
function tabDevice(): string {
  const known = take()
  const device = known ?? newId()
  addEventListener('pagehide', () => put(device), { once: true })
  return device
}

function take(): string | null {
  try {
    const known = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return known
  } catch {
    return null
  }
}

function put(device: string): void {
  try {
    sessionStorage.setItem(key, device)
  } catch {
    // without storage a reload counts as another tab, and the reader has to choose which one to keep
  }
}

// randomUUID exists only on https and localhost
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 15) | 64 : index === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, '0'),
  ).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
