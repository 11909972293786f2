import { Banner } from '@darsi/design/feedback/banner.tsx'
import { LinkButton } from '@darsi/design/forms/button.tsx'
import {
  ArrowEndIcon,
  CalendarIcon,
  CoinsIcon,
  FileIcon,
  HandshakeIcon,
  ShieldIcon,
  StarIcon,
} from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Accordion, AccordionList } from '@darsi/design/layout/accordion.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { CallToAction } from '../parts/sections/call-to-action.tsx'
import { Features, named } from '../parts/sections/features.tsx'
import { Hero } from '../parts/sections/hero.tsx'
import { Prose } from '../parts/sections/prose.tsx'
import { BoardScene } from '../parts/sections/scenes.tsx'
import { Section } from '../parts/sections/section.tsx'
import { Steps } from '../parts/sections/steps.tsx'

export const head = headOf(texts.teacherOpportunities)

const benefits = [
  ['rate', CoinsIcon],
  ['hours', CalendarIcon],
  ['choose', HandshakeIcon],
  ['work', FileIcon],
  ['name', StarIcon],
  ['safe', ShieldIcon],
] as const

export function Page() {
  const t = useTranslator(texts.teacherOpportunities)
  const href = useHref()
  const join = (
    <LinkButton size="lg" href={href('/registration', '?type=teacher')} iconEnd={ArrowEndIcon}>
      {t('join')}
    </LinkButton>
  )
  return (
    <>
      <Hero
        above={t('above')}
        title={t('heading')}
        lead={t('lead')}
        picture={<BoardScene />}
        actions={
          <>
            {join}
            <LinkButton size="lg" variant="secondary" href={href('/how-it-works', '#teacher')}>
              {t('how')}
            </LinkButton>
          </>
        }
      />
      <Section tone="sunken" title={t('benefitsTitle')}>
        <Features features={named(benefits, t)} />
      </Section>
      <Section title={t('stepsTitle')}>
        <Steps
          wide
          steps={(['step1', 'step2', 'step3', 'step4'] as const).map((step) => ({
            title: t(step),
            text: t(`${step}Text`),
          }))}
        />
      </Section>
      <Section tone="sunken" title={t('needTitle')}>
        <Prose text={t('need')} tags={{ safety: (text) => <a href={href('/child-safety')}>{text}</a> }} />
        <Banner tone="warning" live="none" title={t('lawTitle')}>
          {t('law')}
        </Banner>
      </Section>
      <Section title={t('faqTitle')}>
        <AccordionList>
          {(['faqLimit', 'faqPaid', 'faqContact', 'faqStudent'] as const).map((question) => (
            <Accordion key={question} title={t(question)}>
              <p>{t(`${question}Text`)}</p>
            </Accordion>
          ))}
        </AccordionList>
      </Section>
      <Section tone="sunken" title={t('seekTitle')} lead={t('seekText')}>
        <div>
          <LinkButton variant="secondary" href={href('/teachers')}>
            {t('seek')}
          </LinkButton>
        </div>
      </Section>
      <CallToAction title={t('callTitle')} text={t('callText')} actions={join} />
    </>
  )
}
