import { LinkButton } from '@darsi/design/forms/button.tsx'
import { BookIcon, FileIcon, GraduationIcon, KeyIcon, UsersIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Accordion, AccordionList } from '@darsi/design/layout/accordion.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { CallToAction } from '../parts/sections/call-to-action.tsx'
import { Hero } from '../parts/sections/hero.tsx'
import { JumpLinks } from '../parts/sections/jump-links.tsx'
import { Prose } from '../parts/sections/prose.tsx'
import { Section } from '../parts/sections/section.tsx'

export const head = headOf(texts.documentation)

const chapters = [
  { who: 'student', icon: GraduationIcon, guides: ['student1', 'student2', 'student3', 'student4'] },
  { who: 'parent', icon: UsersIcon, guides: ['parent1', 'parent2', 'parent3'] },
  { who: 'teacher', icon: BookIcon, guides: ['teacher1', 'teacher2', 'teacher3'] },
  { who: 'admin', icon: KeyIcon, guides: ['admin1', 'admin2'] },
  { who: 'developer', icon: FileIcon, guides: ['developer1'] },
] as const

export function Page() {
  const t = useTranslator(texts.documentation)
  const href = useHref()
  return (
    <>
      <Hero title={t('title')} lead={t('lead')}>
        <JumpLinks
          label={t('contents')}
          links={chapters.map(({ who, icon }) => ({ to: who, icon, label: t(who) }))}
        />
      </Hero>
      {chapters.map(({ who, guides }, index) => (
        <Section key={who} id={who} tone={index % 2 === 0 ? 'sunken' : 'plain'} title={t(who)}>
          <AccordionList>
            {guides.map((guide) => (
              <Accordion key={guide} id={guide} title={t(guide)}>
                <Prose
                  text={t(`${guide}Text`)}
                  tags={{
                    register: (text) => <a href={href('/registration', '?type=student')}>{text}</a>,
                    api: (text) => <a href="/api/docs">{text}</a>,
                    openapi: (text) => <a href="/api/openapi.json">{text}</a>,
                  }}
                />
              </Accordion>
            ))}
          </AccordionList>
        </Section>
      ))}
      <CallToAction
        title={t('more')}
        text={t('moreText')}
        actions={
          <>
            <LinkButton href={href('/technical-support')}>{t('support')}</LinkButton>
            <LinkButton variant="secondary" href={href('/contact')}>
              {t('ask')}
            </LinkButton>
          </>
        }
      />
    </>
  )
}
