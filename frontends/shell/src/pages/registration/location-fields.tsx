import type { Language } from '@darsi/contracts/reference/languages.ts'
import { delegation, delegationsOf } from '@darsi/contracts/reference/places/delegations.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { centreOf } from '@darsi/contracts/reference/places/location.ts'
import {
  maxServiceRadius,
  minServiceRadius,
  parseServiceRadius,
} from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { GovernorateMap } from '@darsi/design/charts/governorate-map.tsx'
import { classNames } from '@darsi/design/class-names.ts'
import { binder } from '@darsi/design/forms/bind.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { Combobox, type ComboboxOption } from '@darsi/design/forms/combobox.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { NumberInput } from '@darsi/design/forms/number-input.tsx'
import { MapPinIcon } from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ComponentProps, useEffect, useMemo, useState } from 'react'
import { texts } from '../../texts.ts'
import type { Wizard } from './use-wizard.ts'

/** A person's place (spec §2, location picker): by name in three scripts, or on the map. */
export function LocationFields({ wizard }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  const language = useLanguage()
  const [mapShown, setMapShown] = useState(false)
  const { changePlace, problemAt } = wizard
  const place = wizard.values.location
  const places = useMemo(() => everyPlace(language), [language])
  const radius = parseServiceRadius(place.service_radius) ?? 0
  const centre = centreOf({ governorateId: place.governorate, delegationId: place.delegation })

  /** spec §4: choosing a governorate clears delegation and municipality. */
  const choose = (governorate: number | null, delegation: number | null) =>
    changePlace({ governorate, delegation, municipality: '' })

  return (
    <fieldset className="place">
      <legend className="place-legend">{t('location')}</legend>
      <p className="place-lead">{t('locationHint')}</p>
      <div className="place-fields">
        <Field
          label={t('governorate')}
          hint={t('governorateHint')}
          error={problemAt('location.governorate')}
          required
        >
          <Combobox
            options={places}
            value={place.governorate === null ? null : String(place.governorate)}
            onChange={(value) => choose(...idsOf(value))}
            limit={governorates.length}
            placeholder={t('governoratePlaceholder')}
            clearable
          />
        </Field>
        {place.governorate !== null && <DetailFields wizard={wizard} />}
        <div className="place-map-switch">
          <Button
            variant="quiet"
            icon={MapPinIcon}
            aria-expanded={mapShown}
            onClick={() => setMapShown(!mapShown)}
          >
            {mapShown ? t('hideMap') : t('chooseOnMap')}
          </Button>
        </div>
      </div>
      <div className={classNames('place-map', mapShown && 'place-map-shown')}>
        <PlaceMap
          wanted={mapShown}
          label={t('mapLabel')}
          selected={place.governorate}
          onSelect={(id) => choose(id, null)}
          circle={
            centre && radius >= minServiceRadius
              ? { ...centre, km: Math.min(radius, maxServiceRadius) }
              : null
          }
        />
      </div>
    </fieldset>
  )
}

/** Details below the governorate, all optional. */
function DetailFields({ wizard: { values, changePlace, problemAt } }: { wizard: Wizard }) {
  const t = useTranslator(texts.registration)
  const language = useLanguage()
  const place = values.location
  const inside = useMemo(() => delegationOptions(place.governorate, language), [place.governorate, language])
  const bind = binder(place, changePlace)
  return (
    <>
      <Field label={t('delegation')} error={problemAt('location.delegation')} optional>
        <Combobox
          options={inside}
          value={place.delegation === null ? null : String(place.delegation)}
          onChange={(value) => changePlace({ delegation: value === null ? null : Number(value) })}
          placeholder={t('delegationPlaceholder')}
          clearable
        />
      </Field>
      <Field label={t('municipality')} error={problemAt('location.municipality')} optional>
        <TextInput {...bind('municipality')} maxLength={80} />
      </Field>
      <Field
        label={t('localArea')}
        hint={t('localAreaHint')}
        error={problemAt('location.local_area')}
        optional
      >
        <TextInput {...bind('local_area')} maxLength={120} />
      </Field>
      <Field
        label={t('serviceRadius')}
        hint={t('serviceRadiusHint')}
        error={problemAt('location.service_radius')}
        optional
      >
        <NumberInput unit={t('kilometres')} {...bind('service_radius')} />
      </Field>
    </>
  )
}

/** The governorates in order, then all delegations, searchable by the usual names. */
function everyPlace(language: Language): readonly ComboboxOption[] {
  const option = ({ id, name }: (typeof governorates)[number]): ComboboxOption => ({
    value: String(id),
    label: name[language],
    keywords: Object.values(name),
  })
  const within = (around: (typeof governorates)[number]) =>
    delegationsOf(around.id)
      .filter(({ name }) => name[language] !== around.name[language])
      .map(({ id, name }) => ({
        value: `${around.id}-${id}`,
        label: name[language],
        hint: around.name[language],
        keywords: Object.values(name),
      }))
  return [...governorates.map(option), ...governorates.flatMap(within)]
}

const delegationOptions = (governorate: number | null, language: Language): readonly ComboboxOption[] =>
  delegationsOf(governorate).map(({ id, name }) => ({
    value: String(id),
    label: name[language],
    keywords: Object.values(name),
  }))

function idsOf(value: string | null): [number | null, number | null] {
  if (value === null) return [null, null]
  const [around = 0, inside = 0] = value.split('-').map(Number)
  return [around, delegation(around, inside)?.id ?? null]
}

type MapComponent = typeof GovernorateMap
type Props = ComponentProps<MapComponent> & {
  /** On small screens the map is loaded only on request. */
  wanted: boolean
}

/** The map is the second way to choose a place, so the form works before and without it. */
function PlaceMap({ wanted, ...map }: Props) {
  const Governorates = useMap(wanted)
  return Governorates === null ? null : <Governorates {...map} />
}

function useMap(wanted: boolean): MapComponent | null {
  const [loaded, setLoaded] = useState<{ component: MapComponent } | null>(null)
  const [roomy, setRoomy] = useState(false)
  const load = wanted || roomy

  // the same width as in the style sheet, which then shows the map beside the fields
  useEffect(() => setRoomy(globalThis.matchMedia?.('(width >= 40rem)').matches ?? false), [])
  useEffect(() => {
    if (!load) return
    let gone = false
    import('@darsi/design/charts/governorate-map.tsx').then(
      ({ GovernorateMap }) => gone || setLoaded({ component: GovernorateMap }),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [load])

  return loaded?.component ?? null
}
