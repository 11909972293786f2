import { selfRegistrationRoles } from '@darsi/contracts/reference/roles.ts'
import { probablyMeant } from '@darsi/contracts/rules/registration/mistyped-domain.ts'
import { binder } from '@darsi/design/forms/bind.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { PasswordInput, TextInput } from '@darsi/design/forms/input.tsx'
import { BookIcon, GraduationIcon, KeyIcon, UsersIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { LocationFields } from './location-fields.tsx'
import type { Wizard } from './use-wizard.ts'
import { tidyPhone } from './values.ts'

const icons = { student: GraduationIcon, parent: UsersIcon, teacher: BookIcon, admin: KeyIcon }

/** Basic Information. The fields have the order in which spec §5 checks them. */
export function StepBasics({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  const { values, change, problemAt } = wizard
  const roles = selfRegistrationRoles.map((role) => ({
    value: role,
    label: t(`role_${role}`),
    hint: t(`role_${role}_hint`),
    icon: icons[role],
  }))
  const bind = binder(values, change)
  return (
    <>
      <Field label={t('fullName')} hint={t('fullNameHint')} error={problemAt('fullName')} required>
        <TextInput name="fullName" autoComplete="name" maxLength={200} {...bind('fullName')} />
      </Field>
      <div className="wizard-pair">
        <EmailField wizard={wizard} />
        <Field label={t('phone')} error={problemAt('phone')} required>
          <TextInput
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={40}
            {...bind('phone')}
            onBlur={() => {
              const tidy = tidyPhone(values.phone)
              if (tidy !== values.phone) change({ phone: tidy })
            }}
          />
        </Field>
      </div>
      <Field
        label={t('password')}
        hint={t(values.userType === 'admin' ? 'adminPasswordHint' : 'passwordHint')}
        error={problemAt('password')}
        required
      >
        <PasswordInput name="password" autoComplete="new-password" maxLength={1024} {...bind('password')} />
      </Field>
      <RadioGroup
        legend={t('role')}
        variant="cards"
        name="userType"
        options={roles}
        {...bind('userType')}
        error={problemAt('userType')}
        required
      />
      <LocationFields wizard={wizard} />
    </>
  )
}

/** Asks about a domain that is one slip away from a known one. */
function EmailField({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  const { values, change, problemAt } = wizard
  // while it is typed, half of the right domain looks like a wrong one
  const [left, setLeft] = useState('')
  const meant = left === values.email ? probablyMeant(left) : null
  const bind = binder(values, change)
  return (
    <Field
      label={t('email')}
      hint={
        meant !== null && (
          <Button size="sm" variant="quiet" onClick={() => change({ email: meant })}>
            {t('didYouMean', { address: meant })}
          </Button>
        )
      }
      error={problemAt('email')}
      required
    >
      <TextInput
        name="email"
        type="email"
        autoComplete="email"
        maxLength={320}
        {...bind('email')}
        onBlur={() => setLeft(values.email)}
      />
    </Field>
  )
}
