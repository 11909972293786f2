import { LinkButton } from '@darsi/design/forms/button.tsx'
import {
  BellIcon,
  BookIcon,
  CalendarCheckIcon,
  ChartIcon,
  ClockIcon,
  CoinsIcon,
  GraduationIcon,
  HelpIcon,
  HomeIcon,
  MapPinIcon,
  MessageIcon,
  PaperclipIcon,
  SearchIcon,
  UserPlusIcon,
  UsersIcon,
  VideoIcon,
} from '@darsi/design/graphics/icons.tsx'
import { LessonScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { CallToAction } from '../parts/sections/call-to-action.tsx'
import { Features, named } from '../parts/sections/features.tsx'
import { Hero } from '../parts/sections/hero.tsx'
import { ToolsScene } from '../parts/sections/scenes.tsx'
import { Section } from '../parts/sections/section.tsx'
import './prices.css'

export const head = headOf(texts.services)

const matching = [
  ['match1', GraduationIcon],
  ['match2', MapPinIcon],
  ['match3', ClockIcon],
  ['match4', CoinsIcon],
] as const
const places = [
  ['home', HomeIcon],
  ['online', VideoIcon],
  ['group', UsersIcon],
] as const
const teaching = [
  ['teach1', SearchIcon],
  ['teach2', CalendarCheckIcon],
  ['teach3', UserPlusIcon],
  ['teach4', ChartIcon],
] as const

export function Page() {
  const t = useTranslator(texts.services)
  const href = useHref()
  const ways = (
    <>
      <LinkButton size="lg" href={href('/for-students')} icon={GraduationIcon}>
        {t('forStudents')}
      </LinkButton>
      <LinkButton size="lg" variant="secondary" href={href('/registration', '?type=teacher')} icon={BookIcon}>
        {t('startTeaching')}
      </LinkButton>
    </>
  )
  return (
    <>
      <Hero title={t('heading')} lead={t('lead')} actions={ways} picture={<ToolsScene />} />
      <Section tone="sunken" title={t('matchingTitle')} lead={t('matchingLead')}>
        <Features features={named(matching, t)} />
      </Section>
      <Section title={t('placesTitle')}>
        <Features look="cards" features={named(places, t)} />
      </Section>
      <Section tone="sunken" title={t('teachersTitle')}>
        <Features features={named(teaching, t)} />
      </Section>
      <Section title={t('talkTitle')}>
        <Features
          features={[
            { icon: MessageIcon, title: t('talk1'), text: t('talk1Text') },
            { icon: PaperclipIcon, title: t('files'), text: t('filesText') },
            { icon: BellIcon, title: t('talk2'), text: t('talk2Text') },
            {
              icon: HelpIcon,
              title: t('talk3'),
              text: t('talk3Text'),
              more: (
                <p>
                  <a href={href('/contact')}>{t('talk3Link')}</a>
                </p>
              ),
            },
          ]}
        />
      </Section>
      <Section tone="sunken" title={t('priceTitle')} lead={t('priceLead')} picture={<LessonScene />}>
        <Prices />
      </Section>
      <CallToAction title={t('callTitle')} text={t('callText')} actions={ways} />
    </>
  )
}

/** spec §9: platform fees are 0. */
function Prices() {
  const t = useTranslator(texts.services)
  return (
    <div className="prices">
      <dl className="prices-list">
        {(['priceFee', 'priceCommission', 'priceMonth'] as const).map((price) => (
          <div key={price} className="prices-one">
            <dt>{t(price)}</dt>
            <dd className="prices-figure ds-numbers">{t('priceFigure')}</dd>
          </div>
        ))}
        <div className="prices-one">
          <dt>{t('priceTeacher')}</dt>
          <dd>{t('priceTeacherText')}</dd>
        </div>
      </dl>
      <p className="ds-soft">{t('priceText')}</p>
    </div>
  )
}
