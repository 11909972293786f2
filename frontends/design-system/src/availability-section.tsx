import type { Slot } from '@darsi/contracts/reference/hours.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { AvailabilityGrid, block, weekdays } from '@darsi/features/availability/public.ts'
import { useState } from 'react'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

const start: Slot[] = [...block(weekdays, 17, 20), ...block([6], 9, 12)]
const booked: Slot[] = [
  { day: 2, hour: 18 },
  { day: 6, hour: 10 },
]

export function AvailabilitySection() {
  const t = useTranslator(texts.showcase)
  const [value, setValue] = useState(start)
  const [saved, setSaved] = useState(start)
  return (
    <Section title={t('availability')}>
      <AvailabilityGrid
        value={value}
        onChange={setValue}
        saved={saved}
        savedAt="2026-03-02T13:05:00Z"
        conflicts={booked}
        onSave={() => setSaved(value)}
      />
    </Section>
  )
}
