import type { Slot } from '@darsi/contracts/hours.ts'
import { useCallback, useState } from 'react'
import type { ApiClient } from './api-client.ts'
import { AvailabilityGrid } from './availability-grid.tsx'
import { availabilityTexts } from './availability-texts.ts'
import { useTranslator } from './i18n.tsx'
import { LoadedPanel, useLoaded } from './loaded.tsx'

/** The caller's own week, loaded from and saved to the server (spec §2: student profile, teacher Availability tab). */
export function AvailabilityPanel({ api }: { api: ApiClient }) {
  const load = useCallback((signal: AbortSignal) => api.call('GET /availability/teacher', { signal }), [api])
  const week = useLoaded(load)
  return (
    <LoadedPanel of={week}>
      {(answer) => (
        <Week
          api={api}
          initial={answer.data.filter((cell) => cell.isAvailable)}
          conflicts={answer.data.filter((cell) => cell.hasConflict)}
          initialSavedAt={answer.savedAt}
        />
      )}
    </LoadedPanel>
  )
}

type WeekProps = {
  api: ApiClient
  initial: readonly Slot[]
  conflicts: readonly Slot[]
  initialSavedAt: string | null
}

function Week({ api, initial, conflicts, initialSavedAt }: WeekProps) {
  const t = useTranslator(availabilityTexts)
  const [value, setValue] = useState<readonly Slot[]>(initial)
  const [saved, setSaved] = useState<readonly Slot[]>(initial)
  const [savedAt, setSavedAt] = useState(initialSavedAt)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const save = async () => {
    setSaving(true)
    setError(null)
    const sent = value
    try {
      const answer = await api.call('POST /availability/save', {
        body: {
          week_offset: 0,
          availability: sent.map(({ day, hour }) => ({ day_of_week: day, hour, is_available: true })),
        },
      })
      setSaved(sent)
      setSavedAt(answer.data.savedAt)
    } catch {
      // spec §8: the text of this failure is fixed
      setError(t('saveFailed'))
    } finally {
      setSaving(false)
    }
  }

  return (
    <AvailabilityGrid
      value={value}
      onChange={setValue}
      saved={saved}
      savedAt={savedAt}
      conflicts={conflicts}
      onSave={save}
      saving={saving}
      error={error}
    />
  )
}
