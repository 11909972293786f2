import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { FlagIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import type { ComponentProps } from 'react'
import { AttendancePanel } from '../attendance/public.ts'
import { BoardReader } from '../board/public.ts'
import { texts } from '../texts.ts'
import { useBoardPictures } from './board-pictures.ts'

type Props = { api: ApiClient; room: Classroom; me: string; onReport: () => void }

/** After the lesson: why it ended, who attended, the quality of each connection, and the board to read and save. */
export function AfterLesson({ api, room, me, onReport }: Props) {
  const t = useTranslator(texts.classroom)
  const attendance = useTranslator(texts.attendance)
  const language = useLanguage()
  const title = t('lobbyTitle', { subject: subjectName(room.subject, language) })
  const nameOf = (userId: string) =>
    userId === me ? t('you') : (room.people.find((person) => person.userId === userId)?.name ?? t('someone'))
  return (
    <main className="ds-page ds-classroom-after">
      <PageHeader
        title={title}
        actions={
          <>
            <Button variant="secondary" icon={FlagIcon} onClick={onReport}>
              {t('report')}
            </Button>
            <LinkButton variant="secondary" href="/dashboard">
              {t('toDashboard')}
            </LinkButton>
          </>
        }
      >
        {formatDate(room.startsAt, language)}
      </PageHeader>
      <Banner
        tone={room.endCause === 'party' || room.endCause === 'time' ? 'info' : 'warning'}
        title={t('endedTitle')}
      >
        {t(`ended_${room.endCause ?? 'party'}`)}
      </Banner>
      <Card title={t('boardOfLesson')}>
        {room.boardPages.length === 0 ? (
          <p>{t('boardLater')}</p>
        ) : (
          <PastBoard
            api={api}
            sessionId={room.sessionId}
            me={me}
            nameOf={nameOf}
            fileName={`${title} ${room.startsAt.slice(0, 10)}`}
          />
        )}
      </Card>
      <Card title={attendance('attendance')}>
        <AttendancePanel api={api} sessionId={room.sessionId} />
      </Card>
    </main>
  )
}

type PastProps = { api: ApiClient; sessionId: string } & Pick<
  ComponentProps<typeof BoardReader>,
  'me' | 'nameOf' | 'fileName'
>

function PastBoard({ api, sessionId, ...rest }: PastProps) {
  const pictures = useBoardPictures(api, sessionId)
  const board = useCall(api, 'GET /classroom/:sessionId/board', { params: { sessionId } })
  return (
    <LoadedPanel of={board}>
      {({ data }) => (
        <div className="ds-classroom-reader">
          <BoardReader pages={data.pages} pictures={pictures} {...rest} />
        </div>
      )}
    </LoadedPanel>
  )
}
