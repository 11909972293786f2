import { isLunchHour, teachingHours } from '@darsi/contracts/reference/hours.ts'
import { LinkButton } from '@darsi/design/forms/button.tsx'
import {
  ArrowEndIcon,
  BellIcon,
  CheckIcon,
  FlagIcon,
  MessageIcon,
  ShieldCheckIcon,
} from '@darsi/design/graphics/icons.tsx'
import { LessonScene, SafetyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Accordion, AccordionList } from '@darsi/design/layout/accordion.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { CallToAction } from '../parts/sections/call-to-action.tsx'
import { Features } from '../parts/sections/features.tsx'
import { Hero } from '../parts/sections/hero.tsx'
import { Section } from '../parts/sections/section.tsx'
import { Steps } from '../parts/sections/steps.tsx'
import { Coverage } from './coverage.tsx'
import { Doors } from './doors.tsx'
import './home.css'

export const head = headOf(texts.home)

export function Page() {
  const t = useTranslator(texts.home)
  const href = useHref()
  const join = (
    <>
      <LinkButton size="lg" href={href('/teachers')} iconEnd={ArrowEndIcon}>
        {t('findTeacher')}
      </LinkButton>
      <LinkButton size="lg" variant="secondary" href={href('/teacher-opportunities')}>
        {t('teach')}
      </LinkButton>
    </>
  )
  return (
    <>
      <Hero title={t('heading')} lead={t('lead')} actions={join} picture={<LessonScene />}>
        <ul className="home-promises">
          {(['promiseFree', 'promiseVerified', 'promiseNear'] as const).map((promise) => (
            <li key={promise}>
              <CheckIcon /> {t(promise)}
            </li>
          ))}
        </ul>
      </Hero>

      <Section tone="sunken" title={t('howTitle')}>
        <Steps
          wide
          steps={[
            { title: t('how1'), text: t('how1Text') },
            { title: t('how2'), text: t('how2Text') },
            { title: t('how3'), text: t('how3Text') },
          ]}
        />
      </Section>

      <Section title={t('whoTitle')} lead={t('whoLead')}>
        <Doors />
      </Section>

      <Section tone="sunken" title={t('dayTitle')} lead={t('dayLead')}>
        <DayOfLessons />
      </Section>

      <Section title={t('safeTitle')} lead={t('safeLead')} picture={<SafetyScene />}>
        <Features
          features={[
            { icon: ShieldCheckIcon, title: t('safeVerified'), text: t('safeVerifiedText') },
            { icon: BellIcon, title: t('safeConsent'), text: t('safeConsentText') },
            { icon: MessageIcon, title: t('safeMessages'), text: t('safeMessagesText') },
            { icon: FlagIcon, title: t('safeReport'), text: t('safeReportText') },
          ]}
        />
        <p>
          <a href={href('/child-safety')}>{t('safeMore')}</a>
        </p>
      </Section>

      <Section tone="sunken" title={t('mapTitle')} lead={t('mapLead')}>
        <Coverage />
      </Section>

      <Section title={t('faqTitle')}>
        <AccordionList>
          {(['faqFree', 'faqPay', 'faqVerify', 'faqOnline', 'faqChild'] as const).map((question) => (
            <Accordion key={question} title={t(question)}>
              <p>{t(`${question}Text`)}</p>
            </Accordion>
          ))}
        </AccordionList>
      </Section>

      <CallToAction title={t('callTitle')} text={t('callText')} actions={join} />
    </>
  )
}

/** The hours of a day with the lunch break, as a picture of the text beside it. */
function DayOfLessons() {
  const t = useTranslator(texts.home)
  return (
    <div className="day">
      <div className="day-hours" aria-hidden="true">
        {teachingHours.map((hour) => (
          <div key={hour} className={isLunchHour(hour) ? 'day-hour day-lunch' : 'day-hour'}>
            <span className="day-label ds-numbers">
              {hour}
              <span className="day-minutes">:00</span>
            </span>
          </div>
        ))}
      </div>
      <ul className="day-key">
        <li>
          <span className="day-swatch" aria-hidden="true" /> {t('dayLessons')}
        </li>
        <li>
          <span className="day-swatch day-swatch-lunch" aria-hidden="true" /> {t('dayLunch')}
        </li>
      </ul>
    </div>
  )
}
