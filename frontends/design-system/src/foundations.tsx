import * as icons from '@darsi/design/graphics/icons.tsx'
import {
  EmptyScene,
  ErrorScene,
  LessonScene,
  MailScene,
  SafetyScene,
} from '@darsi/design/graphics/illustrations.tsx'
import { Logo } from '@darsi/design/graphics/logo.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

const colours = [
  'bg',
  'bg-sunken',
  'surface',
  'border',
  'border-control',
  'text',
  'text-soft',
  'text-faint',
  'accent',
  'accent-soft',
  'success',
  'success-soft',
  'warning',
  'warning-soft',
  'danger',
  'danger-soft',
] as const
const scenes = { LessonScene, EmptyScene, ErrorScene, MailScene, SafetyScene }

export function Foundations() {
  const t = useTranslator(texts.showcase)
  return (
    <>
      <Section title={t('foundations')}>
        <div className="ds-row">
          <Logo language="en" />
          <Logo language="ar" />
        </div>
        <p className="ds-showcase-display">{t('sampleHeading')}</p>
        <h1>{t('sampleHeading')}</h1>
        <h2>{t('sampleHeading')}</h2>
        <h3>{t('sampleHeading')}</h3>
        <p>{t('sampleText')}</p>
        <p className="ds-small ds-soft">{t('sampleText')}</p>
        <div className="ds-showcase-swatches">
          {colours.map((name) => (
            <div key={name}>
              <svg className="ds-showcase-swatch" aria-hidden="true">
                <rect width="100%" height="100%" fill={`var(--ds-${name})`} />
              </svg>
              <span className="ds-ltr">{name}</span>
            </div>
          ))}
        </div>
      </Section>
      <Section title={t('icons')}>
        <div className="ds-showcase-icons">
          {Object.entries(icons).map(([name, Glyph]) => (
            <span key={name} title={name}>
              <Glyph />
            </span>
          ))}
        </div>
      </Section>
      <Section title={t('pictures')}>
        <div className="ds-showcase-columns">
          {Object.entries(scenes).map(([name, Scene]) => (
            <Scene key={name} />
          ))}
        </div>
      </Section>
    </>
  )
}
