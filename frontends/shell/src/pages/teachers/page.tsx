import { anyTextFor, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { dayName, isLunchHour, teachingDays, teachingHours } from '@darsi/contracts/reference/hours.ts'
import { educationLevels, sessionTypes } from '@darsi/contracts/reference/levels.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { teacherSubjects } from '@darsi/contracts/reference/subjects.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { optionsOf, subjectOptions } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { formatHour } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useState } from 'react'
import { headOf } from '../../page-module.ts'
import { useHref, useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { Hero } from '../parts/sections/hero.tsx'
import { PublicTeacherCard } from './public-teacher-card.tsx'
import './teachers.css'

export const head = headOf(texts.findTeachers)

const noFilters = { subject: '', level: '', governorate: '', sessionType: '', day: '', hour: '', page: '' }
const place = { ...anyTextFor(noFilters), type: oneOf(['student', 'parent'], 'student') }

/** The teachers who agreed to be found by visitors. The filters are in the address, so that a search can be shared. */
export function Page() {
  const t = useTranslator(texts.findTeachers)
  const language = useLanguage()
  const [{ type, ...filters }, { set }] = usePlace(place)
  const filter = (
    name: Exclude<keyof typeof noFilters, 'page'>,
    options: readonly { value: string; label: string }[],
    any = t('any'),
  ) => (
    <Field label={t(name)}>
      <Select
        value={filters[name]}
        onChange={(value) => set({ [name]: value, page: '' })}
        placeholder={null}
        options={[{ value: '', label: any }, ...options]}
      />
    </Field>
  )
  return (
    <>
      <Hero title={t('title')} lead={t('lead')} />
      <div className="ds-page ds-stack teachers-page">
        <noscript>{t('needsScript')}</noscript>
        <RadioGroup
          legend={t('forWhom')}
          variant="segments"
          value={type}
          onChange={(chosen) => set({ type: chosen })}
          options={[
            { value: 'student', label: t('forMe') },
            { value: 'parent', label: t('forChild') },
          ]}
        />
        <section className="ds-grid teachers-filters" aria-label={t('filters')}>
          {filter('subject', subjectOptions(teacherSubjects, language))}
          {filter('level', optionsOf(educationLevels, language))}
          {filter(
            'governorate',
            governorates.map(({ id, name }) => ({ value: String(id), label: name[language] })),
            t('allOfTunisia'),
          )}
          {filter('sessionType', optionsOf(sessionTypes, language))}
          {filter(
            'day',
            teachingDays.map((day) => ({ value: String(day), label: dayName(day, language) })),
          )}
          {filter(
            'hour',
            teachingHours
              .filter((hour) => !isLunchHour(hour))
              .map((hour) => ({ value: String(hour), label: formatHour(hour) })),
          )}
        </section>
        <Found
          filters={filters}
          type={type}
          onPage={(page) => set({ page: page === 1 ? '' : String(page) })}
        />
      </div>
    </>
  )
}

type FoundProps = {
  filters: typeof noFilters
  type: 'student' | 'parent'
  onPage: (page: number) => void
}

function Found({ filters, type, onPage }: FoundProps) {
  const t = useTranslator(texts.findTeachers)
  const href = useHref()
  const { found, reload } = usePublicTeachers(filters)
  if (found === 'failed')
    return (
      <Banner
        tone="danger"
        actions={
          <Button size="sm" variant="secondary" onClick={reload}>
            {t('retry')}
          </Button>
        }
      >
        {t('failed')}
      </Banner>
    )
  if (found === 'loading') return <p role="status">{t('loading')}</p>
  const page = Number(filters.page) || 1
  const { data: teachers, total, pages } = found
  return (
    <>
      <p role="status">{total === 0 ? t('none') : t('total', { count: total })}</p>
      <ul className="teachers-list">
        {teachers.map((teacher) => (
          <PublicTeacherCard key={teacher.slug} teacher={teacher} type={type} filters={filters} />
        ))}
      </ul>
      {pages > 1 && (
        <nav className="ds-row" aria-label={t('pages')}>
          <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('previous')}
          </Button>
          <span className="ds-numbers">{t('page', { page, pages })}</span>
          <Button variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('next')}
          </Button>
        </nav>
      )}
      <p>
        <LinkButton variant="secondary" href={href('/registration', `?type=${type}`)}>
          {t('seeAll')}
        </LinkButton>
      </p>
    </>
  )
}

type Search = Api['GET /public-teachers']['answer'] | 'loading' | 'failed'

/** One page of the teachers that fit the filters; empty filters are left out. */
function usePublicTeachers(filters: Readonly<Record<string, string>>) {
  const { api } = useSite()
  const [found, setFound] = useState<Search>('loading')
  const [attempt, setAttempt] = useState(0)
  const asked = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const gone = new AbortController()
    const query = Object.fromEntries(new URLSearchParams(asked))
    api
      .call('GET /public-teachers', { query, signal: gone.signal })
      .then(setFound)
      .catch(() => gone.signal.aborted || setFound('failed'))
    return () => gone.abort()
  }, [api, asked, attempt])
  return { found, reload: () => setAttempt(attempt + 1) }
}
