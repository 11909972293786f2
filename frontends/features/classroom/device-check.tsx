import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../texts.ts'

type Props = { onMicrophone: (device: string) => void }
type Found = { devices: readonly MediaDeviceInfo[]; chosen: string }

/** Asks for the microphone, shows its level, and lets the user choose another one. */
export function DeviceCheck({ onMicrophone }: Props) {
  const t = useTranslator(texts.classroom)
  const [found, setFound] = useState<Found | null>(null)
  const [refused, setRefused] = useState(false)
  const [wanted, setWanted] = useState('')
  const meter = useRef<HTMLMeterElement>(null)
  useEffect(() => {
    const check = startCheck(wanted, {
      onFound: setFound,
      onRefused: () => setRefused(true),
      onLevel: (level) => {
        if (meter.current) meter.current.value = level
      },
    })
    return () => check.stop()
  }, [wanted])
  if (refused)
    return (
      <Banner tone="warning" title={t('noMicrophone')}>
        {t('noMicrophoneText')}
      </Banner>
    )
  return (
    <div className="ds-stack">
      <label className="ds-classroom-level">
        {t('microphoneLevel')}
        <meter ref={meter} min={0} max={1} value={0} />
      </label>
      {found !== null && found.devices.length > 1 && (
        <Field label={t('microphone')}>
          <Select
            placeholder={null}
            value={wanted === '' ? found.chosen : wanted}
            onChange={(device) => {
              setWanted(device)
              onMicrophone(device)
            }}
            options={found.devices.map(({ deviceId, label }, index) => ({
              value: deviceId,
              label: label === '' ? t('microphoneNumber', { number: index + 1 }) : label,
            }))}
          />
        </Field>
      )}
    </div>
  )
}

type Reports = { onFound: (found: Found) => void; onRefused: () => void; onLevel: (level: number) => void }

function startCheck(wanted: string, { onFound, onRefused, onLevel }: Reports) {
  let stopped = false
  let stream: MediaStream | null = null
  let context: AudioContext | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  const start = async () => {
    const audio = wanted === '' ? true : { deviceId: wanted }
    stream = await navigator.mediaDevices.getUserMedia({ audio })
    if (stopped) return stop()
    const devices = await navigator.mediaDevices.enumerateDevices()
    const [track] = stream.getAudioTracks()
    onFound({
      devices: devices.filter(({ kind }) => kind === 'audioinput'),
      chosen: track?.getSettings().deviceId ?? '',
    })
    context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      onLevel(Math.min(1, Math.sqrt(power) * 6))
    }, 100)
  }
  const stop = () => {
    stopped = true
    clearInterval(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
    void context?.close()
  }
  // `mediaDevices` is missing without https and in old browsers
  start().catch(() => {
    if (!stopped) onRefused()
  })
  return { stop }
}
