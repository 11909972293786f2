import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime, type Translate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { texts } from '../texts.ts'
import { type Child, type ChildFigures, childLabels } from './child.ts'
import { ChildName } from './child-name.tsx'

type Props = {
  child: Child
  /** Null while loading, and for a child without lessons. */
  figures: ChildFigures | null
  onEdit: () => void
  onInvite: () => void
  onRemove: () => void
}

export function ChildCard({ child, figures, onEdit, onInvite, onRemove }: Props) {
  const t = useTranslator(texts.children)
  const language = useLanguage()
  const labels = childLabels(child, language, new Date())
  const list = (items: readonly string[]) => listOf(items, language)
  const facts = [
    { id: 'age', term: t('age'), value: labels.age === null ? '' : formatNumber(labels.age, language) },
    { id: 'level', term: t('level'), value: labels.level },
    { id: 'grade', term: t('grade'), value: labels.grade },
    { id: 'section', term: t('section'), value: labels.section },
    { id: 'school', term: t('schoolType'), value: labels.schoolType },
    { id: 'program', term: t('program'), value: labels.program },
    { id: 'subjects', term: t('subjects'), value: list(labels.subjects) },
    { id: 'info', term: t('additionalInfo'), value: child.additionalInfo },
    {
      id: 'connections',
      term: t('connections'),
      value: child.activeConnections === 0 ? '' : formatNumber(child.activeConnections, language),
    },
    { id: 'teachers', term: t('teachers'), value: list(child.currentTeachers.map(({ name }) => name)) },
    ...figureFacts(figures, t, language),
    {
      id: 'guardians',
      term: t('guardians'),
      value: child.guardians.length > 1 ? list(child.guardians.map(({ name }) => name)) : '',
    },
  ]
  const button = (
    label: string,
    onClick: () => void,
    variant: 'secondary' | 'danger-quiet' = 'secondary',
  ) => (
    <Button
      size="sm"
      variant={variant}
      aria-label={t('actionOf', { action: label, name: child.firstName })}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  return (
    <Card
      as="li"
      level={3}
      title={<ChildName name={child.firstName} />}
      aside={child.accountId !== null && <Badge>{t('ownAccount')}</Badge>}
      actions={
        <>
          {button(t('edit'), onEdit)}
          {button(t('invite'), onInvite)}
          {button(t('remove'), onRemove, 'danger-quiet')}
        </>
      }
    >
      <DefinitionList items={facts.filter(({ value }) => value !== '')} />
    </Card>
  )
}

type TranslateFigures = Translate<
  'lessonsHeld' | 'lastLesson' | 'nextLesson' | 'reports' | 'averageEffort' | 'ofFive'
>

/** The child's lesson figures. Renders nothing before the first lesson. */
function figureFacts(figures: ChildFigures | null, t: TranslateFigures, language: Language) {
  if (figures === null) return []
  const { completed, reports, averageEffort, lastLessonAt, nextLessonAt } = figures
  const when = (at: string | null) => (at === null ? '' : formatDateTime(at, language))
  return [
    { id: 'lessons', term: t('lessonsHeld'), value: formatNumber(completed, language) },
    { id: 'last', term: t('lastLesson'), value: when(lastLessonAt) },
    { id: 'next', term: t('nextLesson'), value: when(nextLessonAt) },
    { id: 'reports', term: t('reports'), value: formatNumber(reports, language) },
    {
      id: 'effort',
      term: t('averageEffort'),
      value:
        averageEffort === null
          ? ''
          : t('ofFive', { value: formatNumber(averageEffort, language, { maximumFractionDigits: 1 }) }),
    },
  ]
}
