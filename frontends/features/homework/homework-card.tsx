import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { Homework } from '@darsi/contracts/calls/users/homework-api.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { highestMark } from '@darsi/contracts/rules/homework.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { MaterialList } from '../materials/public.ts'
import { texts } from '../texts.ts'
import { ReportDialog, type Reported } from '../thread-report/public.ts'
import { HandIn } from './hand-in.tsx'
import { HomeworkState } from './homework-state.tsx'
import { MarkHomework } from './mark-homework.tsx'

type Props = {
  api: ApiClient
  homework: Homework
  learner: string
  readOnly: boolean
  /** Contact details in what the reader writes are refused; the server decides where this is unknown. */
  isJudged?: boolean
  onChange: () => void
}
type Asked = Homework['may'][number] | null
type Part = 'homework' | 'hand-in' | 'mark'

/** One homework with its answer, its mark and what the reader may do. */
export function HomeworkCard({ api, homework, learner, readOnly, isJudged = false, onChange }: Props) {
  const t = useTranslator(texts.homework)
  const language = useLanguage()
  const now = useNow()
  const toast = useToast()
  const [asked, setAsked] = useState<Asked>(null)
  const { id, title, text, files, dueAt, state, handIn, may } = homework
  const [reported, setReported] = useState<Reported | null>(null)
  const close = () => setAsked(null)
  // only a teacher may mark or withdraw; nobody reports an own text
  const isTeacher = may.some((action) => action !== 'hand-in')
  const report = (kind: Part) => <ReportButton kind={kind} onClick={() => setReported({ kind, id })} />
  const dialog = { api, homework, isJudged, onDone: onChange, onClose: close }
  const labels = {
    'hand-in': handIn ? 'handInAgain' : 'handIn',
    mark: homework.mark ? 'markAgain' : 'mark',
  } as const
  return (
    <Card
      as="li"
      level={4}
      variant="sunken"
      title={<bdi>{title}</bdi>}
      aside={<HomeworkState homework={homework} now={now} />}
      actions={
        readOnly || may.length === 0
          ? undefined
          : may.map((action) => (
              <Button
                key={action}
                size="sm"
                variant={action === 'withdraw' || (action === 'hand-in' && handIn) ? 'secondary' : 'primary'}
                onClick={() => setAsked(action)}
              >
                {t(action === 'withdraw' ? 'withdraw' : labels[action])}
                <span className="ds-hidden"> {title}</span>
              </Button>
            ))
      }
    >
      <p className="ds-soft ds-small">
        {t('due', { when: formatDateTime(dueAt, language) })}
        <TunisTime at={dueAt} />
        {learner !== '' && (
          <>
            {'\u00a0· '}
            <bdi>{learner}</bdi>
          </>
        )}
      </p>
      {text !== '' && (
        <p className="ds-homework-text" dir="auto">
          {text}
        </p>
      )}
      <MaterialList api={api} materials={files} />
      {!isTeacher && report('homework')}
      <Answer api={api} homework={homework} />
      {isTeacher && handIn && report('hand-in')}
      {state === 'marked' && <Mark homework={homework} />}
      {state === 'marked' && !isTeacher && report('mark')}
      {reported && (
        <ReportDialog
          api={api}
          threadId={homework.connectionId}
          about={reported}
          onClose={() => setReported(null)}
        />
      )}
      {asked === 'hand-in' && <HandIn {...dialog} />}
      {asked === 'mark' && <MarkHomework {...dialog} />}
      <ConfirmDialog
        open={asked === 'withdraw'}
        danger
        title={t('withdrawTitle')}
        confirmLabel={t('withdraw')}
        onConfirm={async () => {
          await api.call('DELETE /homework/:id', { params: { id } })
          close()
          toast(t('withdrawn'))
          onChange()
        }}
        onCancel={close}
      >
        {t('withdrawText')}
      </ConfirmDialog>
    </Card>
  )
}

function ReportButton({ kind, onClick }: { kind: Part; onClick: () => void }) {
  const t = useTranslator(texts.messages)
  const labels = { homework: 'reportHomework', 'hand-in': 'reportHandIn', mark: 'reportMark' } as const
  return (
    <Button size="sm" variant="quiet" onClick={onClick}>
      {t(labels[kind])}
    </Button>
  )
}

function Answer({ api, homework: { handIn } }: Pick<Props, 'api' | 'homework'>) {
  const t = useTranslator(texts.homework)
  const language = useLanguage()
  if (handIn === null) return null
  return (
    <div className="ds-homework-part">
      <p className="ds-soft ds-small">
        {t(handIn.isLate ? 'handedInLate' : 'handedInAt', { when: formatDateTime(handIn.at, language) })}
      </p>
      {handIn.text !== '' && (
        <p className="ds-homework-text" dir="auto">
          {handIn.text}
        </p>
      )}
      <MaterialList api={api} materials={handIn.files} />
    </div>
  )
}

function Mark({ homework: { mark } }: Pick<Props, 'homework'>) {
  const t = useTranslator(texts.homework)
  const language = useLanguage()
  if (mark === null) return null
  return (
    <div className="ds-homework-part">
      {mark.value !== null && (
        <p>
          <strong>
            {t('markOf', { mark: formatNumber(mark.value, language), highest: String(highestMark) })}
          </strong>
        </p>
      )}
      {mark.comment !== '' && (
        <p className="ds-homework-text" dir="auto">
          {mark.comment}
        </p>
      )}
    </div>
  )
}
