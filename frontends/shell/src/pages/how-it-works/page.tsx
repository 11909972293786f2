import { LinkButton } from '@darsi/design/forms/button.tsx'
import {
  BellIcon,
  BookIcon,
  CalendarCheckIcon,
  CalendarIcon,
  ChartIcon,
  ClockIcon,
  EditIcon,
  FileIcon,
  GraduationIcon,
  HelpIcon,
  MapPinIcon,
  MessageIcon,
  ShieldCheckIcon,
  UsersIcon,
  VideoIcon,
} from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { CallToAction } from '../parts/sections/call-to-action.tsx'
import { Features, named } from '../parts/sections/features.tsx'
import { Hero } from '../parts/sections/hero.tsx'
import { JumpLinks } from '../parts/sections/jump-links.tsx'
import { Section } from '../parts/sections/section.tsx'
import { Steps } from '../parts/sections/steps.tsx'

export const head = headOf(texts.howItWorks)

const journeys = [
  { who: 'student', icon: GraduationIcon, tone: 'sunken' },
  { who: 'parent', icon: UsersIcon, tone: 'plain' },
  { who: 'teacher', icon: BookIcon, tone: 'sunken' },
] as const
const features = [
  ['matching', MapPinIcon],
  ['grid', CalendarIcon],
  ['board', EditIcon],
  ['video', VideoIcon],
  ['reports', ChartIcon],
  ['calendar', CalendarCheckIcon],
] as const
const talk = [
  ['messages', MessageIcon],
  ['notify', BellIcon],
  ['help', HelpIcon],
] as const
const tunisia = [
  ['places', MapPinIcon],
  ['levels', FileIcon],
  ['lunch', ClockIcon],
  ['law', ShieldCheckIcon],
] as const

export function Page() {
  const t = useTranslator(texts.howItWorks)
  const href = useHref()
  return (
    <>
      <Hero title={t('title')} lead={t('lead')}>
        <JumpLinks
          label={t('journeys')}
          links={journeys.map(({ who, icon }) => ({ to: who, icon, label: t(who) }))}
        />
      </Hero>
      {journeys.map(({ who, tone }) => (
        <Section key={who} id={who} tone={tone} title={t(`${who}Title`)}>
          <Steps
            wide
            steps={(['1', '2', '3', '4'] as const).map((step) => ({
              title: t(`${who}${step}`),
              text: t(`${who}${step}Text`),
            }))}
          />
          <div>
            <LinkButton variant="secondary" href={href('/registration', `?type=${who}`)}>
              {t(`${who}Call`)}
            </LinkButton>
          </div>
        </Section>
      ))}
      <Section title={t('featuresTitle')}>
        <Features look="cards" features={named(features, t)} />
      </Section>
      <Section tone="sunken" title={t('talkTitle')} lead={t('talkLead')}>
        <Features features={named(talk, t)} />
      </Section>
      <Section title={t('tunisiaTitle')} lead={t('tunisiaLead')}>
        <Features features={named(tunisia, t)} />
      </Section>
      <CallToAction
        title={t('callTitle')}
        text={t('callText')}
        actions={
          <>
            <LinkButton size="lg" href={href('/registration')}>
              {t('join')}
            </LinkButton>
            <LinkButton size="lg" variant="secondary" href={href('/contact')}>
              {t('ask')}
            </LinkButton>
          </>
        }
      />
    </>
  )
}
