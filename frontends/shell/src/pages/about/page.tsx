import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { LinkButton } from '@darsi/design/forms/button.tsx'
import {
  CoinsIcon,
  GlobeIcon,
  GraduationIcon,
  HandshakeIcon,
  LightbulbIcon,
  LockIcon,
  MapPinIcon,
  SettingsIcon,
  ShieldCheckIcon,
  ShieldIcon,
  StarIcon,
  UsersIcon,
} from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { CallToAction } from '../parts/sections/call-to-action.tsx'
import { Commitments } from '../parts/sections/commitments.tsx'
import { Features, named } from '../parts/sections/features.tsx'
import { Hero } from '../parts/sections/hero.tsx'
import { Prose } from '../parts/sections/prose.tsx'
import { NeighbourhoodScene } from '../parts/sections/scenes.tsx'
import { Section } from '../parts/sections/section.tsx'
import { useFigures } from '../parts/use-figures.ts'

export const head = headOf(texts.about)

const values = [
  ['excellence', GraduationIcon],
  ['community', UsersIcon],
  ['trust', ShieldCheckIcon],
  ['innovation', LightbulbIcon],
  ['quality', StarIcon],
  ['personal', SettingsIcon],
] as const
const reasons = [
  ['why1', CoinsIcon],
  ['why2', HandshakeIcon],
  ['why3', MapPinIcon],
  ['why4', ShieldIcon],
  ['why5', GlobeIcon],
  ['why6', LockIcon],
] as const

export function Page() {
  const t = useTranslator(texts.about)
  const href = useHref()
  const join = (
    <>
      <LinkButton size="lg" href={href('/registration', '?type=student')}>
        {t('asStudent')}
      </LinkButton>
      <LinkButton size="lg" variant="secondary" href={href('/registration', '?type=teacher')}>
        {t('asTeacher')}
      </LinkButton>
    </>
  )
  return (
    <>
      <Hero title={t('heading')} lead={t('lead')} picture={<NeighbourhoodScene />} actions={join} />
      <Section tone="sunken" title={t('missionTitle')}>
        <Prose text={t('missionBody')} />
      </Section>
      <Section title={t('valuesTitle')}>
        <Features look="cards" features={named(values, t)} />
      </Section>
      <Section tone="sunken" title={t('storiesTitle')} lead={t('storiesNote')}>
        <div className="ds-grid">
          {(['story1', 'story2', 'story3'] as const).map((story) => (
            <Card key={story} as="article" level={3} title={t(`${story}Title`)}>
              <p>{t(story)}</p>
              <div>
                <Badge>{t('illustration')}</Badge>
              </div>
            </Card>
          ))}
        </div>
        <Standing />
      </Section>
      <Section title={t('whyTitle')}>
        <Features features={named(reasons, t)} />
      </Section>
      <CallToAction title={t('callTitle')} text={t('callText')} actions={join} />
    </>
  )
}

/** The figures that the specification leaves as placeholders are counted here, or omitted. */
function Standing() {
  const t = useTranslator(texts.about)
  const language = useLanguage()
  const figures = useFigures()
  const formatted = (count: number | null | undefined) =>
    count == null ? t('notEnough') : formatNumber(count, language)
  const covered = figures === null ? '–' : String(figures.platform.governoratesCovered)
  return (
    <div className="ds-stack">
      <h3>{t('figuresTitle')}</h3>
      <Commitments
        items={[
          { label: t('figureTeachers'), value: formatted(figures?.platform.totalTeachers) },
          { label: t('figureStudents'), value: formatted(figures?.platform.totalStudents) },
          { label: t('figureGovernorates'), value: t('ofAll', { covered, all: governorates.length }) },
        ]}
      />
    </div>
  )
}
