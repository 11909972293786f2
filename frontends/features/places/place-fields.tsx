import { delegationsOf } from '@darsi/contracts/reference/places/delegations.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import type { Location } from '@darsi/contracts/rules/schemas.ts'
import { binder } from '@darsi/design/forms/bind.ts'
import { Combobox } from '@darsi/design/forms/combobox.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, TextInput } from '@darsi/design/forms/input.tsx'
import { NumberInput } from '@darsi/design/forms/number-input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

type Props = {
  place: Location
  onChange: (place: Location) => void
  /** The server's errors for `location.<field>`. */
  problem: (field: keyof Location) => string | undefined
}

/** A person's place, and the accepted distance of a lesson (spec §3 Location). */
export function PlaceFields({ place, onChange, problem }: Props) {
  const t = useTranslator(texts.places)
  const language = useLanguage()
  const change = (part: Partial<Location>) => onChange({ ...place, ...part })
  const bind = binder(place, change)
  return (
    <>
      <Field label={t('governorate')} error={problem('governorate')}>
        <Select
          value={String(place.governorate_id ?? '')}
          onChange={(id) => onChange(movedTo(place, Number(id)))}
          options={governorates.map(({ id, name }) => ({ value: String(id), label: name[language] }))}
        />
      </Field>
      <Field label={t('delegation')} error={problem('delegation')} optional>
        <Combobox
          options={delegationsOf(place.governorate_id).map(({ id, name }) => ({
            value: String(id),
            label: name[language],
            keywords: Object.values(name),
          }))}
          value={place.delegation_id === null ? null : String(place.delegation_id)}
          onChange={(chosen) => change(delegationChosen(place, chosen))}
          placeholder={t('delegationPlaceholder')}
          disabled={place.governorate_id === null}
          clearable
        />
      </Field>
      <Field label={t('municipality')} error={problem('municipality')} optional>
        <TextInput dir="auto" maxLength={80} {...bind('municipality')} />
      </Field>
      <Field label={t('localArea')} error={problem('local_area')} optional>
        <TextInput dir="auto" maxLength={120} {...bind('local_area')} />
      </Field>
      <Field
        label={t('serviceRadius')}
        hint={t('serviceRadiusHint')}
        error={problem('service_radius')}
        optional
      >
        <NumberInput
          unit={t('kilometres')}
          value={place.service_radius ?? ''}
          onChange={(km) => change({ service_radius: km === '' ? null : Number(km) })}
        />
      </Field>
    </>
  )
}

/** A new governorate clears the delegation and everything below it (spec §4). */
function movedTo(place: Location, id: number): Location {
  const chosen = governorates.find((each) => each.id === id)
  if (chosen === undefined || id === place.governorate_id) return place
  return {
    ...place,
    governorate: chosen.name.en,
    governorate_id: id,
    delegation: '',
    delegation_id: null,
    municipality: '',
    municipality_id: null,
  }
}

function delegationChosen(place: Location, value: string | null): Partial<Location> {
  const chosen = delegationsOf(place.governorate_id).find(({ id }) => String(id) === value)
  return chosen === undefined
    ? { delegation: '', delegation_id: null }
    : { delegation: chosen.name.en, delegation_id: chosen.id }
}
