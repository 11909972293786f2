import { binder } from '@darsi/design/forms/bind.ts'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { ReactNode } from 'react'
import { ContactHint } from '../../contact-hint/public.ts'
import { texts } from '../../texts.ts'
import { kinds as allKinds } from './booking.ts'

type Kind = (typeof allKinds)[number]
type Place = { type: Kind; place: string; meetingLink: string }

type Props = {
  place: Place
  set: (part: Partial<Place>) => void
  problem: (field: 'place' | 'meetingLink') => string | undefined
  kinds?: readonly Kind[]
  linkHint: string
  /** Contact details in the place are refused. */
  isJudged: boolean
  /** Below the choice of the kind. */
  children?: ReactNode
}

/** Online with a link, or at a place. */
export function VenueFields({ place, set, problem, kinds = allKinds, linkHint, isJudged, children }: Props) {
  const t = useTranslator(texts.lessons)
  const bind = binder(place, set)
  return (
    <>
      <RadioGroup
        legend={t('type')}
        variant="segments"
        {...bind('type')}
        options={kinds.map((kind) => ({ value: kind, label: t(kind) }))}
      />
      {children}
      {place.type === 'online' ? (
        <Field label={t('meetingLink')} hint={linkHint} error={problem('meetingLink')} optional>
          <TextInput type="url" maxLength={500} {...bind('meetingLink')} />
        </Field>
      ) : (
        <>
          <Field label={t('place')} hint={t('placeHint')} error={problem('place')} required>
            <TextInput dir="auto" maxLength={200} {...bind('place')} />
          </Field>
          <ContactHint rule={isJudged ? 'refused' : 'delivered'} text={place.place} />
        </>
      )}
    </>
  )
}
