import { productName } from '@darsi/contracts/texts/product.ts'
import { MailIcon, PhoneIcon } from '@darsi/design/graphics/icons.tsx'
import { Logo } from '@darsi/design/graphics/logo.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { NewsletterForm } from '../newsletter/newsletter-form.tsx'
import { useHref, useSite } from '../site.tsx'
import { support } from '../support.ts'
import { texts } from '../texts.ts'

const columns = [
  {
    title: 'quickLinks',
    links: [
      ['/teachers', 'findTeacher'],
      ['/for-students', 'forStudents'],
      ['/teacher-opportunities', 'forTeachers'],
      ['/how-it-works', 'howItWorks'],
      ['/services', 'services'],
      ['/about', 'about'],
    ],
  },
  {
    title: 'resources',
    links: [
      ['/documentation', 'documentation'],
      ['/community', 'community'],
      ['/technical-support', 'technicalSupport'],
      ['/blog', 'educationalBlog'],
    ],
  },
  {
    title: 'legal',
    links: [
      ['/privacy', 'privacyPolicy'],
      ['/terms', 'termsOfService'],
      ['/child-safety', 'childSafety'],
      ['/transparency', 'transparency'],
    ],
  },
] as const

/** `https://www.facebook.com/darsi` as “facebook.com”. */
const networkOf = (link: string) => new URL(link).hostname.replace(/^www\./, '')

export function SiteFooter() {
  const t = useTranslator(texts.frame)
  const language = useLanguage()
  const href = useHref()
  const { path } = useSite()
  return (
    <footer className="chrome-footer">
      {/* once per page: the newsletter page itself is the form */}
      {!path.startsWith('/newsletter') && path !== '/under-construction' && (
        <section className="ds-page chrome-newsletter" aria-labelledby="newsletter-title">
          <div>
            <h2 id="newsletter-title" className="chrome-newsletter-title">
              {t('newsletter')}
            </h2>
            <p className="ds-soft">{t('newsletterLead')}</p>
          </div>
          <NewsletterForm />
        </section>
      )}
      <div className="ds-page chrome-columns">
        <div className="ds-stack">
          <Logo />
          <p className="ds-soft">{t('slogan')}</p>
          {support().social.length > 0 && (
            <ul className="chrome-list">
              {support().social.map((link) => (
                <li key={link}>
                  <a href={link} rel="me noopener">
                    {networkOf(link)}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={t(title)}>
            <h2 className="chrome-column-title">{t(title)}</h2>
            <ul className="chrome-list">
              {links.map(([to, label]) => (
                <li key={to}>
                  <a href={href(to)}>{t(label)}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <address className="chrome-contact">
          <h2 className="chrome-column-title">{t('contactInfo')}</h2>
          <ul className="chrome-list">
            <li>
              <a className="chrome-reach" href={`mailto:${support().email}`}>
                <MailIcon /> <span className="ds-ltr">{support().email}</span>
              </a>
            </li>
            {support().phone && (
              <li>
                <a className="chrome-reach" href={`tel:${support().phone.replaceAll(' ', '')}`}>
                  <PhoneIcon /> <span className="ds-ltr">{support().phone}</span>
                </a>
                <p className="ds-soft ds-small">{t('phoneHours')}</p>
              </li>
            )}
            {support().operator.name !== '' && (
              <li className="ds-soft ds-small">{support().operator.name}</li>
            )}
          </ul>
        </address>
      </div>
      <p className="ds-page chrome-copyright ds-soft ds-small">
        {t('copyright', { product: productName[language] })}
      </p>
    </footer>
  )
}
