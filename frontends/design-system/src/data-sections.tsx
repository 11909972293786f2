import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { subjectLabel } from '@darsi/contracts/reference/subjects.ts'
import { BarChart, LineChart, RankedBars } from '@darsi/design/charts/chart.tsx'
import { GovernorateMap } from '@darsi/design/charts/governorate-map.tsx'
import { Badge, type Tone } from '@darsi/design/feedback/badge.tsx'
import { Stars, StarsInput } from '@darsi/design/feedback/stars.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { ClockIcon, HeartIcon, StarIcon, UsersIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { Card, StatCard } from '@darsi/design/layout/card.tsx'
import { DefinitionList } from '@darsi/design/layout/definition-list.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import { type Sort, Table } from '@darsi/design/layout/table.tsx'
import { useState } from 'react'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

type Status = 'approved' | 'pending' | 'suspended'
type Row = { id: string; name: string; email: string; status: Status; at: string }
const rows: readonly Row[] = [
  {
    id: '1',
    name: 'Mariem Ben Salah',
    email: 'mariem@example.tn',
    status: 'pending',
    at: '2026-03-02T09:10:00Z',
  },
  {
    id: '2',
    name: 'محمد علي الطرابلسي',
    email: 'mohamed.ali@example.tn',
    status: 'approved',
    at: '2026-02-17T18:40:00Z',
  },
  {
    id: '3',
    name: 'Nour Gharbi',
    email: 'nour.gharbi@example.tn',
    status: 'suspended',
    at: '2026-01-05T07:00:00Z',
  },
]
const tones: Record<Status, Tone> = { approved: 'success', pending: 'warning', suspended: 'danger' }

export function DataSection() {
  const t = useTranslator(texts.showcase)
  const language = useLanguage()
  const [sort, setSort] = useState<Sort>({ column: 'at', descending: true })
  const [rating, setRating] = useState<number | null>(4)
  const stats = [
    { label: t('totalUsers'), value: formatNumber(1284, language), icon: UsersIcon, tone: 'accent' },
    { label: t('pendingApprovals'), value: formatNumber(7, language), icon: ClockIcon, tone: 'warning' },
    {
      label: t('rating'),
      value: formatNumber(4.6, language),
      icon: StarIcon,
      tone: 'success',
      hint: t('ratingHint'),
    },
  ] as const
  return (
    <Section title={t('data')}>
      <div className="ds-grid">
        {stats.map((stat) => (
          <StatCard key={stat.label} {...stat} />
        ))}
      </div>
      <Table
        caption={t('users')}
        rows={rows}
        rowKey={(row) => row.id}
        sort={sort}
        onSort={setSort}
        columns={[
          {
            id: 'name',
            header: t('user'),
            isRowHeader: true,
            sortable: true,
            cell: (row) => (
              <span className="ds-row">
                <Avatar name={row.name} size="sm" />
                <span dir="auto">{row.name}</span>
              </span>
            ),
          },
          { id: 'email', header: t('email'), cell: (row) => <span className="ds-ltr">{row.email}</span> },
          {
            id: 'status',
            header: t('status'),
            cell: (row) => <Badge tone={tones[row.status]}>{t(row.status)}</Badge>,
          },
          { id: 'at', header: t('registered'), sortable: true, cell: (row) => formatDate(row.at, language) },
          {
            id: 'actions',
            header: t('actions'),
            align: 'end',
            hideHeader: true,
            cell: (row) =>
              row.status === 'pending' && (
                <span className="ds-row">
                  <Button size="sm">{t('approve')}</Button>
                  <Button size="sm" variant="danger-quiet">
                    {t('decline')}
                  </Button>
                </span>
              ),
          },
        ]}
      />
      <LoadMore shown={3} total={42} onLoad={() => {}} />
      <div className="ds-showcase-columns">
        <Card
          title="Mariem Ben Salah"
          aside={<Stars value={4.6} count={12} />}
          actions={
            <>
              <Button>{t('primary')}</Button>
              <Button variant="soft" icon={HeartIcon}>
                {t('soft')}
              </Button>
            </>
          }
        >
          <DefinitionList
            items={[
              { term: t('email'), value: <span className="ds-ltr">mariem@example.tn</span> },
              { term: t('subjects'), value: subjectLabel('mathematics', language) },
            ]}
          />
        </Card>
        <Card variant="raised" title={t('giveRating')}>
          <StarsInput legend={t('giveRating')} value={rating} onChange={setRating} />
        </Card>
      </div>
    </Section>
  )
}

const weeks = [
  '2026-01-05',
  '2026-01-12',
  '2026-01-19',
  '2026-01-26',
  '2026-02-02',
  '2026-02-09',
  '2026-02-16',
]
const byGovernorate = new Map(
  [1, 14, 6, 9, 3, 11, 1, 5, 2, 0, 2, 8, 6, 3, 12, 7, 4, 3, 5, 4, 1, 2, 0, null].map((value, index) => [
    index + 1,
    value,
  ]),
)

export function ChartSection() {
  const t = useTranslator(texts.showcase)
  const language = useLanguage()
  const [governorate, setGovernorate] = useState<number | null>(17)
  const labels = weeks.map((week) => formatDate(week, language, { day: 'numeric', month: 'short' }))
  const series = [
    { id: 'students', name: t('students'), values: [12, 18, 15, 27, 31, 36, 44] },
    { id: 'teachers', name: t('teachers'), values: [4, 6, null, 9, 8, 12, 15] },
  ]
  return (
    <Section title={t('data')}>
      <div className="ds-showcase-columns">
        <Card>
          <LineChart caption={t('registrations')} labels={labels} series={series} />
        </Card>
        <Card>
          <BarChart caption={t('registrations')} labels={labels} series={series} />
        </Card>
        <Card>
          <RankedBars
            caption={t('bySubject')}
            rows={(['mathematics', 'french', 'physics', 'arabic'] as const).map((subject, index) => ({
              id: subject,
              label: subjectLabel(subject, language),
              value: [64, 41, 28, 9][index] ?? 0,
            }))}
          />
        </Card>
        <Card>
          <LineChart caption={t('rating')} labels={labels} series={[]} />
        </Card>
        <Card title={t('teachersByGovernorate')}>
          <GovernorateMap label={t('teachersByGovernorate')} values={byGovernorate} withTable />
        </Card>
        <Card title={t('place')}>
          <GovernorateMap
            label={t('place')}
            selected={governorate}
            onSelect={setGovernorate}
            circle={{ lat: 35.2, lon: 8.75, km: 25 }}
          />
        </Card>
      </div>
    </Section>
  )
}
