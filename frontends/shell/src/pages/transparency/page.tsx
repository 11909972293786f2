import type { Transparency } from '@darsi/contracts/calls/admin/transparency-api.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useState } from 'react'
import { headOf } from '../../page-module.ts'
import { useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { Hero } from '../parts/sections/hero.tsx'
import { Section } from '../parts/sections/section.tsx'
import './transparency.css'

export const head = headOf(texts.transparency)

/** Computed every night by the admin service; `null` before the first night. */
type Loaded = { figures: Transparency | null } | 'loading' | 'failed'

/** The promises of the public pages, compared with the measured figures. */
export function Page() {
  const t = useTranslator(texts.transparency)
  const { api } = useSite()
  const [loaded, setLoaded] = useState<Loaded>('loading')
  useEffect(() => {
    const gone = new AbortController()
    api
      .call('GET /statistics/transparency', { signal: gone.signal })
      .then(({ data }) => setLoaded({ figures: data }))
      .catch(() => gone.signal.aborted || setLoaded('failed'))
    return () => gone.abort()
  }, [api])
  return (
    <>
      <Hero title={t('title')} lead={t('lead', { days: 90 })} />
      {typeof loaded === 'object' && loaded.figures !== null ? (
        <Figures figures={loaded.figures} />
      ) : (
        <div className="ds-page">
          {loaded === 'failed' ? (
            <Banner tone="danger">{t('failed')}</Banner>
          ) : (
            <p>{t(loaded === 'loading' ? 'loading' : 'notYet')}</p>
          )}
          <noscript>{t('needsScript')}</noscript>
        </div>
      )}
      <Section title={t('maskTitle')}>
        <p>{t('mask')}</p>
      </Section>
    </>
  )
}

function Figures({ figures }: { figures: Transparency }) {
  const t = useTranslator(texts.transparency)
  const language = useLanguage()
  const { requests } = figures
  const formatted = useFormats()
  const rows = [
    ['asked', formatted.count(requests.asked)],
    ['accepted', formatted.count(requests.accepted)],
    ['declined', formatted.count(requests.declined)],
    ['expired', formatted.count(requests.expired)],
    ['medianAnswer', formatted.hours(requests.medianAnswerHours)],
    ['refusedTeachers', formatted.count(figures.refusedTeachers)],
  ] as const
  return (
    <>
      <Section title={t('promisesTitle')} lead={t('computed', { date: formatDate(figures.at, language) })}>
        <Promises promises={figures.promises} />
      </Section>
      <Section tone="sunken" title={t('requestsTitle')}>
        <dl className="transparency-figures">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd className="ds-numbers">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={t('teachersTitle')}>
        <table className="transparency-table">
          <thead>
            <tr>
              <th scope="col">{t('governorate')}</th>
              <th scope="col">{t('teachers')}</th>
            </tr>
          </thead>
          <tbody>
            {figures.teachers.map(({ governorateId, teachers }) => (
              <tr key={governorateId}>
                <th scope="row">{governorate(governorateId)?.name[language]}</th>
                <td className="ds-numbers">{formatted.count(teachers)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </>
  )
}

function Promises({ promises }: Pick<Transparency, 'promises'>) {
  const t = useTranslator(texts.transparency)
  const formatted = useFormats()
  return (
    <table className="transparency-table">
      <thead>
        <tr>
          {(['promise', 'within', 'cases', 'missed', 'median', 'state'] as const).map((name) => (
            <th key={name} scope="col">
              {t(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {promises.map(({ promise, hours, cases, missed, isKept, medianHours }) => (
          <tr key={promise} className={isKept ? undefined : 'transparency-broken'}>
            <th scope="row">{t(promise)}</th>
            <td data-label={t('within')}>{formatted.hours(hours)}</td>
            <td data-label={t('cases')}>{formatted.count(cases)}</td>
            <td data-label={t('missed')}>{formatted.count(missed)}</td>
            <td data-label={t('median')}>{formatted.hours(medianHours)}</td>
            <td data-label={t('state')}>
              {cases === 0 ? (
                t('none')
              ) : (
                <Badge tone={isKept ? 'success' : 'danger'}>{t(isKept ? 'kept' : 'broken')}</Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useFormats() {
  const t = useTranslator(texts.transparency)
  const language = useLanguage()
  return {
    count: (count: number | null) => (count === null ? t('few') : formatNumber(count, language)),
    hours: (hours: number | null) => {
      if (hours === null) return '–'
      if (hours < 2) return t('minutes', { count: Math.max(1, Math.round(hours * 60)) })
      return hours >= 48 && hours % 24 === 0
        ? t('days', { count: hours / 24 })
        : t('hours', { count: Math.round(hours) })
    },
  }
}
