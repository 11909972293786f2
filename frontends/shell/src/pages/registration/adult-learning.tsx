import {
  type AdultLearningType,
  adultLearningTypes,
  englishFocuses,
  englishLevels,
  isEnglishFocus,
} from '@darsi/contracts/reference/levels.ts'
import { binder } from '@darsi/design/forms/bind.ts'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { optionsOf } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, TextInput } from '@darsi/design/forms/input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import type { Wizard } from './use-wizard.ts'

/** spec §2: shown if Adult Learning is selected. The payload's type contains the English focus, if there is one. */
export function AdultLearning({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  const language = useLanguage()
  const data = wizard.values.student
  const change = (patch: Partial<typeof data>) => wizard.changeRole('student', patch)
  const problem = (name: keyof typeof data) => wizard.problemAt(`roleSpecificData.${name}`)
  const focus = isEnglishFocus(data.adultLearningType) ? data.adultLearningType : null
  const kinds: { value: AdultLearningType | 'english'; label: string }[] = [
    { value: 'english', label: t('english') },
    ...optionsOf<AdultLearningType>(adultLearningTypes, language).filter(
      ({ value }) => !isEnglishFocus(value),
    ),
  ]
  const bind = binder(data, change)
  return (
    <fieldset className="wizard-block">
      <legend className="wizard-block-legend">{t('adultLearning')}</legend>
      <Field label={t('adultLearningType')} error={problem('adultLearningType')} optional>
        <Select
          options={kinds}
          value={focus === null ? data.adultLearningType : 'english'}
          onChange={(kind) => change({ adultLearningType: kind === 'english' ? 'general' : kind })}
        />
      </Field>
      {focus !== null && (
        <>
          <RadioGroup
            legend={t('englishFocus')}
            options={optionsOf(englishFocuses, language)}
            value={focus}
            onChange={(adultLearningType) => change({ adultLearningType })}
          />
          {focus === 'professional' && (
            <Field
              label={t('professionalCareer')}
              hint={t('professionalCareerHint')}
              error={problem('professionalCareer')}
              optional
            >
              <TextInput maxLength={120} {...bind('professionalCareer')} />
            </Field>
          )}
          <RadioGroup
            legend={t('englishLevel')}
            hint={t('englishLevelHint')}
            variant="segments"
            options={optionsOf(englishLevels, language)}
            {...bind('englishLevel')}
            error={problem('englishLevel')}
          />
        </>
      )}
    </fieldset>
  )
}
