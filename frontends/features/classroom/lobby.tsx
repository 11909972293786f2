import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { andJoined } from '@darsi/contracts/reference/i18n/lists.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { classroomOpensMs } from '@darsi/contracts/rules/lesson-times.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { Switch } from '@darsi/design/forms/choice.tsx'
import { VideoIcon } from '@darsi/design/graphics/icons.tsx'
import { formatTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { Card } from '@darsi/design/layout/card.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../texts.ts'
import { DeviceCheck } from './device-check.tsx'
import type { Choices } from './visit.ts'

type Props = {
  api: ApiClient
  room: Classroom
  busy: boolean
  failure: string | null
  onRead: () => void
  onEnter: (choices: Choices) => void
}

/** Before the room: the other person, a check of microphone and connection, and the data saver. */
export function Lobby({ api, room, busy, failure, onRead, onEnter }: Props) {
  const t = useTranslator(texts.classroom)
  const language = useLanguage()
  const now = useNow(1000)
  const opensAt = Date.parse(room.startsAt) - classroomOpensMs
  const early = now < opensAt
  const line = useLineCheck(api, room.sessionId)
  const [saveData, setSaveData] = useState(() => savesData())
  const [microphone, setMicrophone] = useState<string | undefined>(undefined)
  const [camera, setCamera] = useState(false)
  const others = room.people.filter(({ part }) => part !== room.part)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the room opens
  useEffect(() => {
    if (!early) onRead()
  }, [early])
  return (
    <main className="ds-page ds-classroom-lobby">
      <PageHeader title={t('lobbyTitle', { subject: subjectName(room.subject, language) })}>
        <p>
          {t('lobbyTime', { from: formatTime(room.startsAt, language) })}
          <TunisTime at={room.startsAt} />
          {others.length > 0 &&
            `\u00a0· ${t('with', {
              names: andJoined(
                others.map(({ name }) => name),
                language,
              ),
            })}`}
        </p>
      </PageHeader>
      <Card>
        {failure !== null && <Banner tone="danger">{failure}</Banner>}
        {room.ageBand === '6-10' && room.part !== 'teacher' && (
          <Banner live="none">{t('guardianRule')}</Banner>
        )}
        {room.media !== 'ready' && <Banner live="none">{t(`media_${room.media}`)}</Banner>}
        <DeviceCheck camera={camera} onMicrophone={setMicrophone} />
        <p className="ds-row" role="status">
          {t('yourLine')}{' '}
          <Badge tone={line === null ? 'neutral' : line === 'good' ? 'success' : 'warning'}>
            {t(line === null ? 'lineMeasured' : `line_${line}`)}
          </Badge>
        </p>
        <Switch
          label={t('saveData')}
          hint={t('saveDataHint')}
          checked={saveData}
          onChange={({ target }) => setSaveData(target.checked)}
        />
        <Switch
          label={t('startCamera')}
          checked={camera}
          onChange={({ target }) => setCamera(target.checked)}
        />
        <div className="ds-row">
          <Button
            size="lg"
            icon={VideoIcon}
            loading={busy}
            disabled={early}
            onClick={() => onEnter({ microphone, saveData, camera })}
          >
            {early ? t('opensAt', { at: formatTime(opensAt, language) }) : t('enter')}
          </Button>
          <LinkButton variant="secondary" href="/dashboard">
            {t('toDashboard')}
          </LinkButton>
        </div>
      </Card>
    </main>
  )
}

/** Three small calls measure the round-trip time. */
function useLineCheck(api: ApiClient, sessionId: string): 'good' | 'poor' | null {
  const [line, setLine] = useState<'good' | 'poor' | null>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    const measure = async () => {
      let best = Number.POSITIVE_INFINITY
      for (let round = 0; round < 3; round++) {
        const began = performance.now()
        await api.call('GET /classroom/:sessionId', { params: { sessionId } })
        best = Math.min(best, performance.now() - began)
      }
      setLine(best < 400 ? 'good' : 'poor')
    }
    measure().catch(() => setLine('poor'))
  }, [api, sessionId])
  return line
}

/** The browser's own data-saver setting, if it reports one. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  if (typeof connection !== 'object' || connection === null) return false
  const saves: unknown = Reflect.get(connection, 'saveData')
  const kind: unknown = Reflect.get(connection, 'effectiveType')
  return saves === true || kind === 'slow-2g' || kind === '2g'
}
