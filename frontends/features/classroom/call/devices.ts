import { type LocalParticipant, Track } from 'livekit-client'
import type { Level } from '../../board/public.ts'
import { isPicture } from './call-quality.ts'
import { type Device, type DeviceCause, deviceCauseOf, isChangeOfMind } from './device-cause.ts'

/** What happened to a device, for words: `lost` in the middle of the lesson, `back` without a press. */
export type DeviceNews = { readonly device: Device; readonly news: DeviceCause | 'lost' | 'back' }
export type Devices = ReturnType<typeof createDevices>

type Own = Pick<
  LocalParticipant,
  | 'getTrackPublication'
  | 'unpublishTrack'
  | 'setMicrophoneEnabled'
  | 'setCameraEnabled'
  | 'setScreenShareEnabled'
>
type DeviceParts = {
  own: Own
  /** The voice is sent with less data. */
  isThin: () => boolean
  /** What may be sent now. */
  level: () => Level
  onNews: (news: DeviceNews) => void
}

const captures = {
  // a notebook in front of the camera can be read
  'large-video': { resolution: { width: 640, height: 480, frameRate: 15 }, bits: 450_000 },
  video: { resolution: { width: 320, height: 180, frameRate: 15 }, bits: 150_000 },
  'small-video': { resolution: { width: 160, height: 90, frameRate: 7.5 }, bits: 28_000 },
} as const
// RED sends each packet's audio twice, and headers take 23 kbit/s more
export const voices = {
  full: { audioPreset: { maxBitrate: 12_000 }, red: true, dtx: true },
  thin: { audioPreset: { maxBitrate: 7000 }, red: false, dtx: true },
} as const

/**
 * What is sent of microphone, camera and screen. Publishes a track again when its bitrate changes, because the bitrate
 * is fixed at publishing.
 */
export function createDevices({ own, isThin, level, onNews }: DeviceParts) {
  const wanted: Record<Device, boolean> = { microphone: true, camera: false, screen: false }
  /** Wanted by the user, and not there: they start by themselves when a device comes. */
  const gone = new Set<Device>()
  let facing: 'user' | 'environment' = 'user'
  const withdraw = async (source: Track.Source) => {
    const published = own.getTrackPublication(source)
    if (published?.track) await own.unpublishTrack(published.track)
  }
  const voice = (on: boolean) => own.setMicrophoneEnabled(on, {}, isThin() ? voices.thin : voices.full)
  const apply: Record<Device, () => Promise<unknown>> = {
    async microphone() {
      await withdraw(Track.Source.Microphone)
      if (wanted.microphone) await voice(true)
    },
    async camera() {
      await withdraw(Track.Source.Camera)
      const now = level()
      if (!wanted.camera || !isPicture(now)) return
      const { resolution, bits } = captures[now]
      const encoding = { maxBitrate: bits, maxFramerate: resolution.frameRate }
      const capture = {
        resolution: { ...resolution },
        ...(facing === 'environment' && { facingMode: facing }),
      }
      await own.setCameraEnabled(true, capture, { videoEncoding: encoding })
    },
    screen: () =>
      own.setScreenShareEnabled(
        wanted.screen,
        { audio: false, resolution: { width: 1280, height: 720, frameRate: 5 } },
        { screenShareEncoding: { maxBitrate: 400_000, maxFramerate: 5 } },
      ),
  }
  /** A failure is said once: nothing tries again before the user does, or a device comes. */
  const tried = async (device: Device, change: () => Promise<unknown>) => {
    try {
      await change()
    } catch (error) {
      wanted[device] = false
      const cause = deviceCauseOf(error)
      if (device !== 'screen' && (cause === 'none' || cause === 'busy')) gone.add(device)
      if (!isChangeOfMind(device, error)) onNews({ device, news: cause })
    }
  }
  return {
    wants: (device: Device) => wanted[device],
    facesAway: () => facing === 'environment',
    apply: (device: Device) => tried(device, apply[device]),
    async set(device: Device, on: boolean) {
      wanted[device] = on
      gone.delete(device)
      // muted, not withdrawn: the others hear again at once
      await tried(device, device === 'microphone' ? () => voice(on) : apply[device])
    },
    async turnCamera() {
      facing = facing === 'user' ? 'environment' : 'user'
      await tried('camera', apply.camera)
    },
    /** The media client found no other device, or the browser's own button ended the sharing. */
    lost(device: Device) {
      if (!wanted[device]) return
      wanted[device] = false
      if (device !== 'screen') gone.add(device)
      onNews({ device, news: 'lost' })
    },
    /** Devices were plugged in or out. */
    async changed() {
      for (const device of gone) {
        wanted[device] = true
        const back = await apply[device]().then(
          () => true,
          () => false,
        )
        wanted[device] = back
        if (!back) continue
        gone.delete(device)
        onNews({ device, news: 'back' })
      }
    },
  }
}
