import { CalendarIcon, MailIcon, MessageIcon, PhoneIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { support } from '../../support.ts'
import { texts } from '../../texts.ts'
import { Operator } from '../parts/legal/operator.tsx'
import { Features } from '../parts/sections/features.tsx'
import { Hero } from '../parts/sections/hero.tsx'
import { Section } from '../parts/sections/section.tsx'
import { ContactForm } from './contact-form.tsx'
import './contact.css'

export const head = headOf(texts.contact)

const form = 'message'

export function Page() {
  const t = useTranslator(texts.contact)
  const href = useHref()
  // an object, so that the same link works again
  const [opening, setOpening] = useState({ message: '' })
  return (
    <>
      <Hero title={t('heading')} lead={t('lead')} />
      <div className="ds-page contact-ways">
        <h2 className="ds-hidden">{t('waysTitle')}</h2>
        <Features
          look="cards"
          features={[
            ...(support().phone
              ? [
                  {
                    icon: PhoneIcon,
                    title: t('phone'),
                    text: t('phoneText'),
                    more: (
                      <a className="ds-ltr contact-way" href={`tel:${support().phone.replaceAll(' ', '')}`}>
                        {support().phone}
                      </a>
                    ),
                  },
                ]
              : []),
            {
              icon: MailIcon,
              title: t('email'),
              text: t('emailText'),
              more: (
                <a className="ds-ltr contact-way" href={`mailto:${support().email}`}>
                  {support().email}
                </a>
              ),
            },
            {
              icon: MessageIcon,
              title: t('chat'),
              text: t('chatText'),
              more: (
                <a className="contact-way" href={`#${form}`} onClick={() => setOpening({ message: '' })}>
                  {t('chatLink')}
                </a>
              ),
            },
            {
              icon: CalendarIcon,
              title: t('office'),
              text: t('officeText'),
              more: (
                <a
                  className="contact-way"
                  href={`#${form}`}
                  onClick={() => setOpening({ message: t('officeMessage') })}
                >
                  {t('officeLink')}
                </a>
              ),
            },
          ]}
        />
      </div>
      <Section id={form} title={t('formTitle')}>
        <div className="contact">
          <ContactForm opening={opening} />
          <aside className="contact-aside">
            <h3>{t('beforeTitle')}</h3>
            <ul>
              <li>
                <a href={href('/technical-support')}>{t('beforeSupport')}</a>
              </li>
              <li>
                <a href={href('/how-it-works')}>{t('beforeHow')}</a>
              </li>
              <li>
                <a href={href('/child-safety')}>{t('beforeSafety')}</a>
              </li>
            </ul>
          </aside>
        </div>
        <Operator />
      </Section>
    </>
  )
}
