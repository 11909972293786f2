import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { andJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { texts } from '../texts.ts'
import { lastMinutes } from './room-news.ts'
import type { VisitState } from './visit.ts'

type Props = {
  room: Classroom
  me: string
  state: Pick<VisitState, 'call' | 'line'>
  onSound: () => void
}

/** The current problem: a missing person, why the lesson is on hold, a weak connection, or the end of the lesson. */
export function RoomBanners({ room, me, state, onSound }: Props) {
  const t = useTranslator(texts.classroom)
  const now = useNow(5000)
  const minutes = lastMinutes(room.endsAt, now)
  const { call, line } = state
  return (
    <div className="ds-classroom-banners">
      {room.state === 'lobby' && <Waiting room={room} me={me} />}
      {room.state === 'held' && <Held room={room} />}
      {minutes !== null && <Banner tone="warning">{t('endsIn', { count: minutes })}</Banner>}
      {room.state === 'live' && room.media !== 'ready' && (
        <Banner live="status">{t(`media_${room.media}`)}</Banner>
      )}
      {call?.soundBlocked && (
        <Banner
          tone="warning"
          actions={
            <Button size="sm" onClick={onSound}>
              {t('soundOn')}
            </Button>
          }
        >
          {t('soundBlocked')}
        </Banner>
      )}
      {room.media === 'ready' && call && !call.connected && (
        <Banner tone="warning">
          {t(call.trouble === null ? 'reconnecting' : `trouble_${call.trouble}`)}
        </Banner>
      )}
      {call?.connected && line === 'poor' && <Banner tone="warning">{t('linePoorText')}</Banner>}
    </div>
  )
}

function Waiting({ room: { lacks, rights, people }, me }: Pick<Props, 'room' | 'me'>) {
  const t = useTranslator(texts.classroom)
  const language = useLanguage()
  const missing = lacks.filter((lack) => lack !== 'admission').map((lack) => t(`lack_${lack}`))
  const isLate = people.some(({ userId, waiting }) => userId === me && waiting)
  const message =
    missing.length > 0
      ? t('waitsFor', { who: andJoined(missing, language) })
      : t(rights.admit ? 'readyToStart' : isLate ? 'waitsToEnter' : 'waitsForTeacher')
  return <Banner>{message}</Banner>
}

function Held({ room }: { room: Classroom }) {
  const t = useTranslator(texts.classroom)
  const language = useLanguage()
  return (
    <Banner tone="warning" title={t('heldTitle')}>
      {t(`held_${room.holdCause ?? 'teacher'}`)} {t('heldUntil', { at: formatTime(room.endsAt, language) })}
    </Banner>
  )
}
