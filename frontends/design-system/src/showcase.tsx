import { type Language, languageNames, languages } from '@darsi/contracts/reference/languages.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { InLanguage, useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { ThemeMenu } from '@darsi/design/layout/preference-menus.tsx'
import { Suspense, useState } from 'react'
import { ChartSection, DataSection } from './data-sections.tsx'
import { FeedbackSection, NavigationSection } from './feedback-sections.tsx'
import { ButtonSection, FormSection } from './form-sections.tsx'
import { Foundations } from './foundations.tsx'
import { texts } from './texts.ts'
import './showcase.css'

// loaded separately, so that the page stays within its size budget
const AvailabilitySection = retryableLazy(async () => ({
  default: (await import('./availability-section.tsx')).AvailabilitySection,
}))

/** Every component on one page. Its language can be chosen, so both directions can be compared. */
export function Showcase() {
  const [language, setLanguage] = useState<Language>(useLanguage())
  return (
    <InLanguage language={language}>
      <ToastRegion>
        <div className="ds-page ds-showcase">
          <Head language={language} onLanguage={setLanguage} />
          <Foundations />
          <ButtonSection />
          <FormSection />
          <FeedbackSection />
          <NavigationSection />
          <DataSection />
          <ChartSection />
          <Suspense>
            <AvailabilitySection />
          </Suspense>
        </div>
      </ToastRegion>
    </InLanguage>
  )
}

function Head({ language, onLanguage }: { language: Language; onLanguage: (language: Language) => void }) {
  const t = useTranslator(texts.showcase)
  return (
    <PageHeader
      title={t('title')}
      actions={
        <>
          <RadioGroup
            legend={languageNames[language]}
            hideLegend
            variant="segments"
            options={languages.map((each) => ({
              value: each,
              label: <span lang={each}>{languageNames[each]}</span>,
            }))}
            value={language}
            onChange={onLanguage}
          />
          <ThemeMenu />
        </>
      }
    >
      <p>{t('lead')}</p>
    </PageHeader>
  )
}
