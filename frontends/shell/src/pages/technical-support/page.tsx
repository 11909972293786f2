import { LinkButton } from '@darsi/design/forms/button.tsx'
import { MessageIcon } from '@darsi/design/graphics/icons.tsx'
import { ErrorScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Accordion, AccordionList } from '@darsi/design/layout/accordion.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { Commitments } from '../parts/sections/commitments.tsx'
import { Hero } from '../parts/sections/hero.tsx'
import { Prose } from '../parts/sections/prose.tsx'
import { Section } from '../parts/sections/section.tsx'

export const head = headOf(texts.technicalSupport)

const groups = [
  { title: 'accountTitle', questions: ['noMail', 'noLogin', 'factor', 'change'] },
  { title: 'lessonTitle', questions: ['video', 'hour'] },
  { title: 'deviceTitle', questions: ['browser', 'network'] },
] as const

export function Page() {
  const t = useTranslator(texts.technicalSupport)
  const href = useHref()
  const write = (
    <LinkButton href={href('/contact', '?subject=technical')} icon={MessageIcon}>
      {t('write')}
    </LinkButton>
  )
  return (
    <>
      <Hero title={t('title')} lead={t('lead')} picture={<ErrorScene />} actions={write} />
      {groups.map(({ title, questions }, index) => (
        <Section key={title} tone={index % 2 === 0 ? 'sunken' : 'plain'} title={t(title)}>
          <AccordionList>
            {questions.map((question) => (
              <Accordion key={question} title={t(question)}>
                <Prose
                  text={t(`${question}Text`)}
                  tags={{
                    forgot: (text) => <a href={href('/forgot-password')}>{text}</a>,
                    contact: (text) => <a href={href('/contact', '?subject=technical')}>{text}</a>,
                  }}
                />
              </Accordion>
            ))}
          </AccordionList>
        </Section>
      ))}
      <Section title={t('hoursTitle')}>
        <Commitments
          items={(['byEmail', 'byPhone', 'answer'] as const).map((way) => ({
            label: t(way),
            value: t(`${way}Value`),
          }))}
        />
        <div>{write}</div>
      </Section>
    </>
  )
}
