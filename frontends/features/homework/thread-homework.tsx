import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { FailureBanner } from '@darsi/client/query/failure-banner.tsx'
import { OutdatedBanner } from '@darsi/client/query/outdated-banner.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { BookIcon, PlusIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Accordion } from '@darsi/design/layout/accordion.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { HomeworkCard } from './homework-card.tsx'
import { SetHomework } from './set-homework.tsx'
import './homework.css'

type Props = {
  api: ApiClient
  connectionId: string
  /** The child, where the conversation has to name one; else empty. */
  learner: string
  isTeacher: boolean
  /** Whether something can be added: the conversation is not closed, paused or blocked. */
  open: boolean
  /** A minor reads what this person writes. */
  isJudged: boolean
}

/** The homework of one connection, above its messages. Nothing where there is none and none can be given. */
export function ThreadHomework({ api, connectionId, learner, isTeacher, open, isJudged }: Props) {
  const t = useTranslator(texts.homework)
  const [setting, setSetting] = useState(false)
  const pages = usePages(api, 'GET /homework', { query: { connectionId } })
  const { rows, error, answer, total, loading, more } = pages
  const state = isTeacher ? 'handed-in' : 'open'
  const counted = useCall(api, 'GET /homework', { query: { connectionId, state, limit: 1 } })
  const reload = () => {
    pages.refresh()
    counted.reload()
  }
  const canSet = isTeacher && open
  const waiting = counted.data?.total ?? rows.filter((homework) => homework.state === state).length
  // a failed reload must not unmount the dialogs: their drafts and uploads would be lost
  const failure = <FailureBanner error={error ?? counted.error} reload={reload} />
  if (answer === null || (rows.length === 0 && !canSet)) return failure
  return (
    <div className="ds-homework-of-thread">
      {failure}
      <Accordion
        level={4}
        icon={BookIcon}
        open={waiting > 0}
        title={waiting > 0 ? t(isTeacher ? 'titleToMark' : 'titleDue', { count: waiting }) : t('title')}
      >
        <div className="ds-stack">
          {canSet && (
            <div className="ds-row">
              <Button size="sm" variant="soft" icon={PlusIcon} onClick={() => setSetting(true)}>
                {t('set')}
              </Button>
            </div>
          )}
          <OutdatedBanner outdated={pages.outdated} reload={pages.reload} />
          {rows.length === 0 ? (
            <p className="ds-soft ds-small">{t('none')}</p>
          ) : (
            <ul className="ds-homework-list">
              {rows.map((homework) => (
                <HomeworkCard
                  key={homework.id}
                  api={api}
                  homework={homework}
                  learner={learner}
                  readOnly={!open}
                  isJudged={isJudged}
                  onChange={reload}
                />
              ))}
            </ul>
          )}
          {more !== null && <LoadMore shown={rows.length} total={total} onLoad={more} loading={loading} />}
        </div>
      </Accordion>
      {setting && (
        <SetHomework
          api={api}
          connectionId={connectionId}
          learner={learner}
          isJudged={isJudged}
          onSet={reload}
          onClose={() => setSetting(false)}
        />
      )}
    </div>
  )
}
