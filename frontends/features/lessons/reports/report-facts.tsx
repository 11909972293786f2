import type { Api } from '@darsi/contracts/calls/api.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { texts } from '../../texts.ts'

export type Report = Api['GET /reports']['answer']['data'][number]

const effortLabel = ['effort1', 'effort2', 'effort3', 'effort4', 'effort5'] as const

/** What a teacher wrote about a lesson. */
export function ReportFacts({ report }: { report: Report }) {
  const t = useTranslator(texts.lessons)
  const effort = effortLabel[report.effort - 1]
  const written = (text: string) => (text === '' ? '' : <bdi>{text}</bdi>)
  const facts = [
    { id: 'topics', term: t('topics'), value: written(report.topics) },
    { id: 'effort', term: t('effort'), value: effort ? t(effort) : '' },
    { id: 'homework', term: t('homework'), value: written(report.homework) },
    { id: 'note', term: t('note'), value: written(report.note) },
  ]
  return <DefinitionList items={facts.filter(({ value }) => value !== '')} />
}
