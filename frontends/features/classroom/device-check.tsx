import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { texts } from '../texts.ts'
import { type DeviceCause, deviceCauseOf } from './call/device-cause.ts'

type Props = { camera: boolean; onMicrophone: (device: string) => void }

/** Before the room: the level of the microphone, a test tone, and the own picture; and why one of them is missing. */
export function DeviceCheck({ camera, onMicrophone }: Props) {
  const t = useTranslator(texts.classroom)
  return (
    <div className="ds-stack">
      <MicrophoneCheck onMicrophone={onMicrophone} />
      <Button variant="secondary" size="sm" onClick={playTone}>
        {t('testTone')}
      </Button>
      {camera && <CameraCheck />}
    </div>
  )
}

function MicrophoneCheck({ onMicrophone }: Pick<Props, 'onMicrophone'>) {
  const t = useTranslator(texts.classroom)
  const [wanted, setWanted] = useState('')
  const meter = useRef<HTMLMeterElement>(null)
  const { stream, cause, tryAgain } = useStream('audio', wanted)
  useLevel(stream, meter)
  const devices = useInputs(stream)
  if (cause !== null)
    return (
      <Missing onTryAgain={tryAgain}>
        {t(`microphone_${cause}`)} {t('listenOnly')}
      </Missing>
    )
  const chosen = stream?.getAudioTracks()[0]?.getSettings().deviceId ?? ''
  return (
    <>
      <label className="ds-classroom-level">
        {t('microphoneLevel')}
        <meter ref={meter} min={0} max={1} value={0} />
      </label>
      {devices.length > 1 && (
        <Field label={t('microphone')}>
          <Select
            placeholder={null}
            value={wanted === '' ? chosen : wanted}
            onChange={(device) => {
              setWanted(device)
              onMicrophone(device)
            }}
            options={devices.map(({ deviceId, label }, index) => ({
              value: deviceId,
              label: label === '' ? t('microphoneNumber', { number: index + 1 }) : label,
            }))}
          />
        </Field>
      )}
    </>
  )
}

function CameraCheck() {
  const t = useTranslator(texts.classroom)
  const video = useRef<HTMLVideoElement>(null)
  const { stream, cause, tryAgain } = useStream('video', '')
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  if (cause !== null) return <Missing onTryAgain={tryAgain}>{t(`camera_${cause}`)}</Missing>
  return (
    <video
      ref={video}
      className="ds-classroom-own ds-classroom-mirrored"
      aria-label={t('ownPicture')}
      autoPlay
      playsInline
      muted
    />
  )
}

function Missing({ children, onTryAgain }: { children: ReactNode; onTryAgain: () => void }) {
  const t = useTranslator(texts.classroom)
  return (
    <Banner
      tone="warning"
      actions={
        <Button size="sm" variant="secondary" onClick={onTryAgain}>
          {t('tryAgain')}
        </Button>
      }
    >
      {children}
    </Banner>
  )
}

type Opened = { stream: MediaStream | null; cause: DeviceCause | null }

/** Tries again by the button, and by itself when a device comes or the permission is given. */
function useStream(kind: 'audio' | 'video', wanted: string) {
  const [{ stream, cause }, setOpened] = useState<Opened>({ stream: null, cause: null })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    let isOver = false
    let opened: MediaStream | null = null
    const open = async () => {
      opened = await navigator.mediaDevices.getUserMedia({ [kind]: wanted === '' || { deviceId: wanted } })
      if (isOver) stopAll(opened)
      else setOpened({ stream: opened, cause: null })
    }
    // `mediaDevices` is missing without https and in old browsers
    open().catch((error) => {
      if (!isOver) setOpened({ stream: null, cause: deviceCauseOf(error) })
    })
    return () => {
      isOver = true
      stopAll(opened)
    }
  }, [kind, wanted, attempt])
  const tryAgain = useCallback(() => setAttempt((count) => count + 1), [])
  useEffect(() => (cause === null ? undefined : onDeviceChange(kind, tryAgain)), [kind, cause, tryAgain])
  return { stream, cause, tryAgain }
}

const stopAll = (stream: MediaStream | null) => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function onDeviceChange(kind: 'audio' | 'video', change: () => void): () => void {
  const events = new AbortController()
  const { signal } = events
  navigator.mediaDevices?.addEventListener('devicechange', change, { signal })
  const name = kind === 'audio' ? 'microphone' : 'camera'
  // not every browser knows these two
  navigator.permissions
    ?.query({ name })
    .then((status) => status.addEventListener('change', change, { signal }))
    .catch(() => {})
  return () => events.abort()
}

/** Their names are known once one of them is open. */
function useInputs(stream: MediaStream | null): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    if (stream === null) return
    void navigator.mediaDevices
      .enumerateDevices()
      .then((all) => setDevices(all.filter(({ kind }) => kind === 'audioinput')))
  }, [stream])
  return devices
}

function useLevel(stream: MediaStream | null, meter: RefObject<HTMLMeterElement | null>): void {
  useEffect(() => {
    if (stream === null) return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      if (meter.current) meter.current.value = Math.min(1, Math.sqrt(power) * 6)
    }, 100)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [stream, meter])
}

/** Two notes, so that the loudspeaker is known to work before the lesson. */
function playTone(): void {
  const context = new AudioContext()
  const volume = context.createGain()
  volume.gain.value = 0.2
  volume.connect(context.destination)
  const notes = [523, 659].map((frequency, index) => {
    const note = new OscillatorNode(context, { frequency })
    note.connect(volume)
    note.start(context.currentTime + index * 0.4)
    note.stop(context.currentTime + index * 0.4 + 0.35)
    return note
  })
  notes.at(-1)?.addEventListener('ended', () => void context.close(), { once: true })
}
