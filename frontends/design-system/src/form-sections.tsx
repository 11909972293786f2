import { educationLevelKeys, educationLevels } from '@darsi/contracts/reference/levels.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { type Subject, subjectLabel, teacherSubjects } from '@darsi/contracts/reference/subjects.ts'
import { Button, type ButtonVariant, IconButton, LinkButton } from '@darsi/design/forms/button.tsx'
import { Checkbox, ChipGroup, RadioGroup, Switch } from '@darsi/design/forms/choice.tsx'
import { Combobox } from '@darsi/design/forms/combobox.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { PasswordInput, Select, Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import {
  ArrowEndIcon,
  BellIcon,
  EditIcon,
  GraduationIcon,
  HeartIcon,
  MailIcon,
  SearchIcon,
  TrashIcon,
  UserIcon,
  UsersIcon,
} from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

const variants: readonly (readonly [
  ButtonVariant,
  'primary' | 'secondary' | 'soft' | 'quiet' | 'danger' | 'decline',
])[] = [
  ['primary', 'primary'],
  ['secondary', 'secondary'],
  ['soft', 'soft'],
  ['quiet', 'quiet'],
  ['danger', 'danger'],
  ['danger-quiet', 'decline'],
]

export function ButtonSection() {
  const t = useTranslator(texts.showcase)
  return (
    <Section title={t('buttons')}>
      {(['lg', 'md', 'sm'] as const).map((size) => (
        <div className="ds-row" key={size}>
          {variants.map(([variant, text]) => (
            <Button key={variant} variant={variant} size={size}>
              {t(text)}
            </Button>
          ))}
        </div>
      ))}
      <div className="ds-row">
        <Button icon={SearchIcon}>{t('primary')}</Button>
        <LinkButton href="#forms" variant="secondary" iconEnd={ArrowEndIcon}>
          {t('secondary')}
        </LinkButton>
        <Button icon={HeartIcon} variant="soft">
          {t('soft')}
        </Button>
        <Button loading>{t('saving')}</Button>
        <Button disabled>{t('disabled')}</Button>
        <IconButton icon={BellIcon} label={t('showToast')} />
        <IconButton icon={EditIcon} label={t('profile')} variant="secondary" />
        <IconButton icon={TrashIcon} label={t('danger')} variant="danger-quiet" />
      </div>
    </Section>
  )
}

export function FormSection() {
  const t = useTranslator(texts.showcase)
  const language = useLanguage()
  const [place, setPlace] = useState<string | null>('17')
  const [level, setLevel] = useState<string>('')
  const [role, setRole] = useState<'student' | 'teacher' | 'parent'>('student')
  const [subjects, setSubjects] = useState<Subject[]>(['mathematics', 'arabic'])
  const [on, setOn] = useState(true)
  const places = governorates.map(({ id, name }) => ({
    value: String(id),
    label: name[language],
    keywords: Object.values(name),
  }))
  const roles = [
    { value: 'student', label: t('student'), hint: t('studentHint'), icon: GraduationIcon },
    { value: 'teacher', label: t('teacher'), hint: t('teacherHint'), icon: UserIcon },
    { value: 'parent', label: t('parent'), hint: t('parentHint'), icon: UsersIcon },
  ] as const
  return (
    <Section title={t('forms')}>
      <div className="ds-showcase-form" id="forms">
        <Field label={t('fullName')} error={t('fullNameError')} required>
          <TextInput autoComplete="name" />
        </Field>
        <Field label={t('email')} hint={t('emailHint')} required>
          <TextInput type="email" icon={MailIcon} defaultValue="mariem@example.tn" />
        </Field>
        <Field label={t('password')} hint={t('passwordHint')} required>
          <PasswordInput defaultValue="jasmine-tea" autoComplete="new-password" />
        </Field>
        <Field label={t('phone')} optional>
          <TextInput type="tel" defaultValue="+216 20 123 456" />
        </Field>
        <Field label={t('place')} hint={t('placeHint')} required>
          <Combobox options={places} value={place} onChange={setPlace} clearable />
        </Field>
        <Field label={t('level')}>
          <Select
            value={level}
            onChange={setLevel}
            options={educationLevelKeys.map((key) => ({
              value: key,
              label: educationLevels[key][language],
            }))}
          />
        </Field>
        <Field label={t('radius')}>
          <TextInput type="number" min={1} max={50} defaultValue={10} unit={t('kilometres')} />
        </Field>
        <Field label={t('about')} optional>
          <Textarea defaultValue={t('sampleText')} />
        </Field>
      </div>
      <RadioGroup
        legend={t('role')}
        variant="cards"
        options={roles}
        value={role}
        onChange={setRole}
        required
      />
      <div className="ds-showcase-form">
        <RadioGroup
          legend={t('role')}
          options={roles.map(({ value, label }) => ({ value, label }))}
          value={role}
          onChange={setRole}
        />
        <RadioGroup
          legend={t('role')}
          variant="segments"
          options={roles.map(({ value, label }) => ({ value, label }))}
          value={role}
          onChange={setRole}
        />
        <div>
          <Checkbox label={t('terms')} required />
          <Switch label={t('visible')} hint={t('visibleHint')} checked={on} onChange={() => setOn(!on)} />
        </div>
      </div>
      <ChipGroup
        legend={t('subjects')}
        options={teacherSubjects.map((subject) => ({
          value: subject,
          label: subjectLabel(subject, language),
        }))}
        selected={subjects}
        onChange={setSubjects}
      />
    </Section>
  )
}
