import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { saveCsv } from '@darsi/client/api/csv-file.ts'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { TeachingReport } from '@darsi/contracts/calls/admin/analytics-api.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { educationLevelKeys, educationLevels } from '@darsi/contracts/reference/levels.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { censusYear } from '@darsi/contracts/reference/places/population.ts'
import { subjectName, teacherSubjects } from '@darsi/contracts/reference/subjects.ts'
import { addDays, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { isReportSpan, type ReportRows, reportRows } from '@darsi/contracts/rules/teaching-report.ts'
import { binder } from '@darsi/design/forms/bind.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { optionsOf } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Filters, SelectFilter } from '@darsi/design/forms/filters.tsx'
import { DateInput } from '@darsi/design/forms/input.tsx'
import { DownloadIcon, FileIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import { texts } from '../texts.ts'

const parameters = {
  ...{ from: anyText(), to: anyText(), level: anyText(), subject: anyText(), place: anyText() },
  rows: oneOf<ReportRows>(reportRows, 'governorate'),
}
type Query = { from: string; to: string; rows: ReportRows; level: string; subject: string; place: string }
type Entry = TeachingReport['entries'][number]

/** Lessons that took place, for the ministry and for schools; it can be printed and saved. */
export function TeachingReportCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.analytics)
  const [place, { set }] = usePlace(parameters)
  const today = tunisDay(new Date())
  const asked: Query = { ...place, from: place.from || addDays(today, -89), to: place.to || today }
  const isWrong = !isSpan(asked, today)
  return (
    <Card level={3} title={t('reportTitle')}>
      <p className="ds-soft">{t('reportLead')}</p>
      <ReportFilters asked={asked} today={today} error={isWrong ? t('datesWrong') : null} onChange={set} />
      {!isWrong && <Report api={api} asked={asked} />}
    </Card>
  )
}

const isSpan = (asked: Query, today: string) =>
  asked.from <= asked.to && asked.to <= today && isReportSpan(asked)

type FilterProps = {
  asked: Query
  today: string
  error: string | null
  onChange: (part: Partial<Query>) => void
}

function ReportFilters({ asked, today, error, onChange }: FilterProps) {
  const t = useTranslator(texts.analytics)
  const language = useLanguage()
  const bind = binder(asked, onChange)
  return (
    <Filters>
      <Field label={t('reportFrom')} error={error}>
        <DateInput {...bind('from')} max={asked.to} />
      </Field>
      <Field label={t('reportTo')}>
        <DateInput {...bind('to')} max={today} />
      </Field>
      <SelectFilter
        label={t('reportRows')}
        value={asked.rows}
        onChange={(rows) => onChange({ rows: reportRows.find((one) => one === rows) ?? 'governorate' })}
        options={reportRows.map((value) => ({ value, label: t(`row-${value}`) }))}
      />
      <SelectFilter
        label={t('governorate')}
        value={asked.place || 'all'}
        onChange={(value) => onChange({ place: value === 'all' ? '' : value })}
        options={[
          { value: 'all', label: t('allGovernorates') },
          ...governorates.map(({ id, name }) => ({ value: String(id), label: name[language] })),
        ]}
      />
      <SelectFilter
        label={t('level')}
        value={asked.level || 'all'}
        onChange={(value) => onChange({ level: value === 'all' ? '' : value })}
        options={[{ value: 'all', label: t('allLevels') }, ...optionsOf(educationLevels, language)]}
      />
      <SelectFilter
        label={t('subject')}
        value={asked.subject || 'all'}
        onChange={(value) => onChange({ subject: value === 'all' ? '' : value })}
        options={[
          { value: 'all', label: t('allSubjects') },
          ...teacherSubjects.map((value) => ({ value, label: subjectName(value, language) })),
        ]}
      />
    </Filters>
  )
}

function Report({ api, asked }: { api: ApiClient; asked: Query }) {
  const t = useTranslator(texts.analytics)
  const language = useLanguage()
  const level = educationLevelKeys.find((key) => key === asked.level)
  const subject = teacherSubjects.find((key) => key === asked.subject)
  const governorate = governorates.find(({ id }) => String(id) === asked.place)?.id
  const report = useCall(api, 'GET /superadmin/analytics/report', {
    query: {
      ...{ from: asked.from, to: asked.to, rows: asked.rows },
      ...(level && { level }),
      ...(subject && { subject }),
      ...(governorate && { governorate }),
    },
  })
  const filters = [
    governorate && `${t('governorate')}: ${governorates[governorate - 1]?.name[language] ?? ''}`,
    level && `${t('level')}: ${educationLevels[level][language]}`,
    subject && `${t('subject')}: ${subjectName(subject, language)}`,
  ].filter((filter) => typeof filter === 'string')
  return (
    <LoadedPanel of={report}>{({ data }) => <ReportTable report={data} filters={filters} />}</LoadedPanel>
  )
}

/** `filters`: without them a printed or saved part would look like the whole. */
function ReportTable({ report, filters }: { report: TeachingReport; filters: readonly string[] }) {
  const t = useTranslator(texts.analytics)
  const language = useLanguage()
  const nameOf = useRowNames(report.rows)
  const day = (date: string) => formatDate(`${date}T12:00:00Z`, language, { dateStyle: 'long' })
  const span = t('reportSpan', { from: day(report.from), to: day(report.to) })
  const caption = [span, ...filters].join(' · ')
  const columns = useColumns(report.rows, nameOf)
  const rows: Entry[] = [...report.entries, { key: 'total', population: null, figures: report.total }]
  return (
    <div className="ds-stack analytics-report">
      <div className="ds-row analytics-report-buttons">
        <Button
          variant="secondary"
          size="sm"
          icon={DownloadIcon}
          aria-label={t('exportNamed', { name: t('reportTitle') })}
          onClick={() =>
            saveCsv('lessons-taught', [[caption], [t('reportLead')], [], ...csvRows(rows, columns)], language)
          }
        >
          {t('exportCsv')}
        </Button>
        <Button variant="secondary" size="sm" icon={FileIcon} onClick={() => print()}>
          {t('print')}
        </Button>
      </div>
      <Table caption={caption} columns={columns.map(shown)} rows={rows} rowKey={({ key }) => key} />
    </div>
  )

  function shown({ value, ...column }: ReportColumn): Column<Entry> {
    const cell = (entry: Entry) => {
      const found = value(entry)
      if (found === null) return <span className="ds-soft">{t('fewerThanFive')}</span>
      return typeof found === 'number' ? formatNumber(found, language) : found
    }
    return { ...column, cell }
  }
}

/** Null: hidden, because it is about fewer than five. */
type ReportColumn = Omit<Column<Entry>, 'cell'> & { value: (entry: Entry) => string | number | null }

function useColumns(rows: ReportRows, nameOf: (key: string) => string): ReportColumn[] {
  const t = useTranslator(texts.analytics)
  const figure = (
    id: 'learners' | 'minors' | 'teachers' | 'lessons' | 'hours',
    header: string,
  ): ReportColumn => ({ id, header, align: 'end', value: ({ figures }) => figures?.[id] ?? null })
  return [
    { id: 'name', header: t(`row-${rows}`), isRowHeader: true, value: ({ key }) => nameOf(key) },
    figure('learners', t('learners')),
    figure('minors', t('minors')),
    figure('teachers', t('teachers')),
    figure('lessons', t('lessonsChart')),
    figure('hours', t('hours')),
    ...(rows === 'governorate'
      ? [
          {
            id: 'population',
            header: t('population', { year: String(censusYear) }),
            align: 'end' as const,
            value: ({ population }: Entry) => population ?? '',
          },
        ]
      : []),
  ]
}

function useRowNames(rows: ReportRows): (key: string) => string {
  const t = useTranslator(texts.analytics)
  const language = useLanguage()
  return (key) => {
    if (key === 'total') return t('total')
    if (key === 'unknown') return t('unknownRow')
    if (rows === 'governorate')
      return governorates.find(({ id }) => String(id) === key)?.name[language] ?? key
    if (rows === 'subject') return subjectName(key, language)
    const level = educationLevelKeys.find((one) => one === key)
    return level ? educationLevels[level][language] : key
  }
}

const csvRows = (entries: readonly Entry[], columns: readonly ReportColumn[]) => [
  columns.map(({ header }) => header),
  ...entries.map((entry) => columns.map(({ value }) => value(entry))),
]
