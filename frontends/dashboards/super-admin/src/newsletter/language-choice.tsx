import { type Language, languageNames, languages } from '@darsi/contracts/reference/languages.ts'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { newsletterTexts } from './texts.ts'

type Props = { value: Language; onChange: (language: Language) => void }

export function LanguageChoice({ value, onChange }: Props) {
  const t = useTranslator(newsletterTexts)
  return (
    <RadioGroup<Language>
      variant="segments"
      legend={t('language')}
      options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
      value={value}
      onChange={onChange}
    />
  )
}
