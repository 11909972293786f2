import { studentSubjects, subjectLabel } from '@darsi/contracts/reference/subjects.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { LinkButton } from '@darsi/design/forms/button.tsx'
import {
  ArrowEndIcon,
  BookIcon,
  BriefcaseIcon,
  CalendarCheckIcon,
  CalendarIcon,
  ChildIcon,
  EyeOffIcon,
  GraduationIcon,
  LightbulbIcon,
} from '@darsi/design/graphics/icons.tsx'
import { SafetyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { CallToAction } from '../parts/sections/call-to-action.tsx'
import { Features, named } from '../parts/sections/features.tsx'
import { Hero } from '../parts/sections/hero.tsx'
import { OnlineScene } from '../parts/sections/scenes.tsx'
import { Section } from '../parts/sections/section.tsx'
import { Steps } from '../parts/sections/steps.tsx'

export const head = headOf(texts.forStudents)

const levels = [
  ['primary', ChildIcon],
  ['college', BookIcon],
  ['secondary', LightbulbIcon],
  ['university', GraduationIcon],
  ['adults', BriefcaseIcon],
] as const
const dashboard = [
  ['dash1', CalendarCheckIcon],
  ['dash2', CalendarIcon],
  ['dash3', EyeOffIcon],
] as const

export function Page() {
  const t = useTranslator(texts.forStudents)
  const language = useLanguage()
  const href = useHref()
  return (
    <>
      <Hero
        above={t('above')}
        title={t('heading')}
        lead={t('lead')}
        picture={<OnlineScene />}
        actions={
          <>
            <LinkButton size="lg" href={href('/registration', '?type=student')} iconEnd={ArrowEndIcon}>
              {t('start')}
            </LinkButton>
            <LinkButton size="lg" variant="secondary" href={href('/teachers')}>
              {t('browse')}
            </LinkButton>
          </>
        }
      />
      <Section tone="sunken" title={t('howTitle')}>
        <Steps
          wide
          steps={(['how1', 'how2', 'how3'] as const).map((step) => ({
            title: t(step),
            text: t(`${step}Text`),
          }))}
        />
      </Section>
      <Section title={t('subjectsTitle')} lead={t('subjectsLead')}>
        <ul className="ds-row" aria-label={t('subjectsTitle')}>
          {studentSubjects.map((subject) => (
            <li key={subject}>
              <Badge tone="accent">{subjectLabel(subject, language)}</Badge>
            </li>
          ))}
        </ul>
        <h3>{t('levelsTitle')}</h3>
        <Features level={4} look="cards" features={named(levels, t)} />
      </Section>
      <Section tone="sunken" title={t('minorTitle')} picture={<SafetyScene />}>
        <p>{t('minorText')}</p>
        <p>
          <a href={href('/child-safety')}>{t('minorLink')}</a>
        </p>
      </Section>
      <Section title={t('dashboardTitle')}>
        <Features features={named(dashboard, t)} />
      </Section>
      <CallToAction
        title={t('callTitle')}
        text={t('callText')}
        actions={
          <LinkButton size="lg" href={href('/registration', '?type=student')}>
            {t('join')}
          </LinkButton>
        }
      />
    </>
  )
}
