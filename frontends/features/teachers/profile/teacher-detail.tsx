import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import { photoPath } from '@darsi/contracts/rules/public-page.ts'
import { Stars } from '@darsi/design/feedback/stars.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { OpenGroups } from '../../groups/public.ts'
import { teacherLabels } from '../../learner-fields/public.ts'
import { CheckBadges } from '../../proofs/public.ts'
import { texts } from '../../texts.ts'
import type { TeacherCard } from '../filters.ts'
import { BackButton } from './back-button.tsx'
import { CompareWeek } from './compare-week.tsx'
import { Reasons } from './reasons.tsx'
import { TeacherBadges } from './teacher-badges.tsx'
import { TeacherReviews } from './teacher-reviews.tsx'

type Props = {
  api: ApiClient
  /** The data of the list entry; the rest is loaded. */
  teacher: TeacherCard
  /** By `slotCode`; null for users without a week of their own. */
  mine: ReadonlySet<number> | null
  aside?: ReactNode
  actions?: ReactNode
  onBack: () => void
}

/** Everything about one teacher, with the matching hours. */
export function TeacherDetail({ api, teacher, mine, aside, actions, onBack }: Props) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  const { id } = teacher
  const loaded = useCall(api, 'GET /teachers/:id', { params: { id } })
  useEffect(() => heading.current?.focus(), [])
  const labels = teacherLabels(teacher, language, t)
  const facts = [
    { id: 'subjects', term: t('subjects'), value: listOf(labels.subjects, language) },
    { id: 'levels', term: t('levels'), value: labels.levels },
    { id: 'sections', term: t('section'), value: labels.sections },
    { id: 'languages', term: t('languages'), value: labels.languages },
    { id: 'types', term: t('sessionTypes'), value: labels.sessionTypes },
    { id: 'experience', term: t('experience'), value: labels.experience },
    { id: 'place', term: t('place'), value: labels.place },
    { id: 'rate', term: t('rate'), value: labels.rate },
    { id: 'availability', term: t('availability'), value: labels.availability },
    { id: 'students', term: t('studentsTerm'), value: labels.students },
    {
      id: 'answers',
      term: t('answers'),
      value:
        teacher.answerHours === null
          ? ''
          : t('reasonAnswer', { count: Math.max(1, Math.round(teacher.answerHours)) }),
    },
  ]
  return (
    <div className="ds-stack">
      <BackButton onBack={onBack} />
      <Card as="article">
        <div className="ds-teacher-head">
          <Avatar name={teacher.name} photo={teacher.photo && photoPath(teacher.photo)} size="xl" />
          <div className="ds-teacher-who">
            <h2 className="ds-teacher-name" tabIndex={-1} ref={heading} dir="auto">
              {teacher.name}
            </h2>
            <p className="ds-teacher-rating">
              {teacher.rating === null ? (
                <span className="ds-soft ds-small">{t('noRating')}</span>
              ) : (
                <>
                  <Stars value={teacher.rating} />
                  <span className="ds-soft ds-small">{t('reviews', { count: teacher.reviewCount })}</span>
                </>
              )}
              <TeacherBadges teacher={teacher} />
            </p>
          </div>
          {aside}
        </div>
        <CheckBadges checks={teacher.checks} />
        <Reasons reasons={teacher.reasons} />
        {actions !== undefined && <div className="ds-row">{actions}</div>}
      </Card>
      <div className="ds-grid ds-teacher-detail">
        <Card title={t('about')} level={3}>
          <p className="ds-teacher-story" dir="auto">
            {teacher.bio === '' ? t('noBio') : teacher.bio}
          </p>
          <DefinitionList items={facts.filter(({ value }) => value !== '')} />
        </Card>
        <Card title={t(mine === null ? 'hoursTitle' : 'compareTitle')} level={3}>
          <LoadedPanel of={loaded} shape="text">
            {({ data }) => <CompareWeek theirs={data.slots} mine={mine} />}
          </LoadedPanel>
        </Card>
      </div>
      {teacher.sessionTypes.includes('group') && <OpenGroups api={api} teacherId={id} />}
      {teacher.rating !== null && <TeacherReviews api={api} teacherId={id} />}
    </div>
  )
}
