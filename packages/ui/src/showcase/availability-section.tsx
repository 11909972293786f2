import type { Slot } from '@darsi/contracts/hours.ts'
import { useState } from 'react'
import { AvailabilityGrid } from '../availability-grid.tsx'
import { block, weekdays } from '../availability-week.ts'
import { useTranslator } from '../i18n.tsx'
import { Section } from './section.tsx'
import { showcaseTexts } from './showcase-texts.ts'

const start: Slot[] = [...block(weekdays, 17, 20), ...block([6], 9, 12)]
const booked: Slot[] = [
  { day: 2, hour: 18 },
  { day: 6, hour: 10 },
]

export function AvailabilitySection() {
  const t = useTranslator(showcaseTexts)
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
