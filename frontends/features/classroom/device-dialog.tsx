import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useState } from 'react'
import { texts } from '../texts.ts'
import type { Call } from './call/call.ts'

type Props = { media: Call; onClose: () => void }
type Offered = Awaited<ReturnType<Call['devices']>>

const fields = [
  { kind: 'audioinput', label: 'microphone', numbered: 'microphoneNumber', none: 'microphone_none' },
  { kind: 'videoinput', label: 'camera', numbered: 'cameraNumber', none: 'camera_none' },
  { kind: 'audiooutput', label: 'loudspeaker', numbered: 'loudspeakerNumber', none: null },
] as const

/** In the room: another microphone, camera or loudspeaker. */
export function DeviceDialog({ media, onClose }: Props) {
  const t = useTranslator(texts.classroom)
  const [offered, setOffered] = useState<Offered>([])
  useEffect(() => {
    const read = () => void media.devices().then(setOffered)
    read()
    const events = new AbortController()
    navigator.mediaDevices?.addEventListener('devicechange', read, { signal: events.signal })
    return () => events.abort()
  }, [media])
  const choose = (kind: MediaDeviceKind, device: string) => {
    media.choose(kind, device)
    setOffered((all) =>
      all.map((each) => (each.kind === kind ? { ...each, isUsed: each.deviceId === device } : each)),
    )
  }
  return (
    <Dialog open title={t('devices')} onClose={onClose} size="sm">
      <div className="ds-stack">
        {fields.map(({ kind, label, numbered, none }) => {
          const all = offered.filter((each) => each.kind === kind)
          // Safari and Firefox name no loudspeakers
          if (all.length === 0) return none && <p key={kind}>{t(none)}</p>
          return (
            <Field key={kind} label={t(label)}>
              <Select
                placeholder={null}
                value={(all.find(({ isUsed }) => isUsed) ?? all[0])?.deviceId ?? ''}
                onChange={(device) => choose(kind, device)}
                options={all.map((each, index) => ({
                  value: each.deviceId,
                  label: each.label === '' ? t(numbered, { number: index + 1 }) : each.label,
                }))}
              />
            </Field>
          )
        })}
      </div>
    </Dialog>
  )
}
