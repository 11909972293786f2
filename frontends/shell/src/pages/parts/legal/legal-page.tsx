import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import type { IconComponent } from '@darsi/design/graphics/icons.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Accordion, AccordionList } from '@darsi/design/layout/accordion.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useHref } from '../../../site.tsx'
import { texts } from '../../../texts.ts'
import { Hero } from '../sections/hero.tsx'
import { announcedVersion } from './legal-versions.ts'
import { Operator } from './operator.tsx'
import './legal-page.css'

const pages = [
  ['privacy', '/privacy'],
  ['terms', '/terms'],
  ['childSafety', '/child-safety'],
] as const

type Props = {
  self: (typeof pages)[number][0]
  title: string
  lead: string
  sections: readonly { id: string; icon: IconComponent; title: string; body: ReactNode }[]
  /** Shown below the sections: our commitments. */
  children: ReactNode
}

/** spec §2: sections that expand independently, the date and the version. */
export function LegalPage({ self, title, lead, sections, children }: Props) {
  const t = useTranslator(texts.legal)
  const href = useHref()
  const list = useRef<HTMLDivElement>(null)
  const [allOpen, setAllOpen] = useState(false)

  useEffect(() => {
    const wanted = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
    if (wanted instanceof HTMLDetailsElement) wanted.open = true
  }, [])

  const toggleAll = () => {
    for (const details of list.current?.querySelectorAll('details') ?? []) details.open = !allOpen
    setAllOpen(!allOpen)
  }

  return (
    <>
      <Hero title={title} lead={lead}>
        <p className="ds-row">
          <Badge>{t('lastUpdated')}</Badge>
          <Badge>{t('version')}</Badge>
        </p>
      </Hero>
      <div className="ds-page legal">
        <div>
          <Button variant="quiet" onClick={toggleAll}>
            {allOpen ? t('closeAll') : t('openAll')}
          </Button>
        </div>
        <NextVersion />
        <div ref={list}>
          <AccordionList>
            {sections.map(({ id, icon, title, body }, index) => (
              <Accordion key={id} id={id} icon={icon} title={title} level={2} open={index === 0}>
                {body}
              </Accordion>
            ))}
          </AccordionList>
        </div>
        {children}
        <Operator />
        <nav className="legal-more" aria-label={t('related')}>
          <LinkButton href={href('/contact')}>{t('contact')}</LinkButton>
          {pages
            .filter(([page]) => page !== self)
            .map(([page, path]) => (
              <LinkButton key={page} href={href(path)} variant="secondary">
                {t(page)}
              </LinkButton>
            ))}
        </nav>
      </div>
    </>
  )
}

function NextVersion() {
  const t = useTranslator(texts.legal)
  const language = useLanguage()
  const next = announcedVersion()
  return (
    next && (
      <Banner tone="info">
        {t('nextVersion', { version: next.version, date: formatDate(next.applies, language) })}
      </Banner>
    )
  )
}
