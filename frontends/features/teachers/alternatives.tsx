import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { SendIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useId, useState } from 'react'
import type { Connection } from '../connections/public.ts'
import { texts } from '../texts.ts'
import type { TeacherCard as Teacher } from './filters.ts'
import type { Failed, LearnerWish } from './learner-wishes.ts'
import { TeacherCard } from './profile/teacher-card.tsx'
import { RequestDialog } from './request/request-dialog.tsx'

type Props = {
  api: ApiClient
  connection: Connection
  learners: readonly LearnerWish[] | null
  failed: Failed | null
}

export const needsAlternatives = ({ status }: Pick<Connection, 'status'>): boolean =>
  status === 'declined' || status === 'expired'

/** Other teachers for a request that was declined or expired. */
export function Alternatives({ api, connection: { id, subject, student }, learners, failed }: Props) {
  const t = useTranslator(texts.teachers)
  const titleId = useId()
  const [asked, setAsked] = useState<Teacher | null>(null)
  const found = useCall(api, 'GET /connections/:id/alternatives', { params: { id } })
  const teachers = found.data?.data ?? []
  if (teachers.length === 0) return null
  return (
    <section className="ds-stack ds-alternatives" aria-labelledby={titleId}>
      <p id={titleId}>
        <strong>{t('alternativesTitle')}</strong>
      </p>
      <ul className="ds-teachers">
        {teachers.map((teacher) => (
          <TeacherCard
            key={teacher.id}
            teacher={teacher}
            actions={
              <Button
                size="sm"
                icon={SendIcon}
                aria-label={t('askOf', { name: teacher.name })}
                onClick={() => setAsked(teacher)}
              >
                {t('ask')}
              </Button>
            }
          />
        ))}
      </ul>
      {asked !== null && (
        <RequestDialog
          api={api}
          teacher={asked}
          subject={subject}
          learners={learners}
          failed={failed}
          learnerId={student.childId ?? ''}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
