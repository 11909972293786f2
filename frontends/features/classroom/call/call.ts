import {
  ConnectionQuality,
  type Participant,
  type RemoteTrack,
  Room,
  RoomEvent,
  Track,
  type TrackPublication,
} from 'livekit-client'
import type { Level } from '../../board/public.ts'
import {
  type CallQuality,
  isPicture,
  type LineSample,
  leastOf,
  lineSampleOf,
  qualityAfter,
  samplesOfLine,
  startQuality,
} from './call-quality.ts'
import { createPace, type JoinTrouble, keepJoining } from './joining.ts'
import { createLineMeter } from './line-meter.ts'

/** `id` changes when another track replaces this one. */
export type Picture = { readonly id: string; readonly attach: (element: HTMLVideoElement) => () => void }
type Voice = {
  readonly userId: string
  readonly own: boolean
  readonly speaking: boolean
  readonly muted: boolean
  /** The media server receives nothing from this participant. */
  readonly lost: boolean
  readonly camera: Picture | null
  readonly screen: Picture | null
}
export type CallState = {
  readonly connected: boolean
  /** Why attempts to join fail again and again; null while connected, and for the first failure. */
  readonly trouble: JoinTrouble | null
  readonly voices: readonly Voice[]
  /** What is sent now: what this person chose, or less because it would not be received. */
  readonly level: Level
  /** The most that this browser can receive. */
  readonly receives: Level
  readonly samples: readonly LineSample[]
  readonly microphone: boolean
  readonly camera: boolean
  readonly sharing: boolean
  /** The browser plays no sound before the user presses a button. */
  readonly soundBlocked: boolean
}
export type Call = ReturnType<typeof createCall>

type Settings = {
  url: string
  token: string
  /** A fresh token; null while the server has none. */
  freshToken: () => Promise<string | null>
  microphone: MediaDeviceInfo['deviceId'] | undefined
  saveData: boolean
  /** What is lost on the way from another browser may be the fault of its connection. */
  othersLineIsBad: () => boolean
  /** The most that each other browser can receive. */
  receivedByOthers: () => readonly Level[]
  onChange: (state: CallState) => void
}

const captures = {
  video: { resolution: { width: 320, height: 180, frameRate: 15 }, bits: 150_000 },
  'small-video': { resolution: { width: 160, height: 90, frameRate: 7.5 }, bits: 28_000 },
} as const
// RED sends each packet's audio twice, and headers take 23 kbit/s more
const voices = {
  full: { audioPreset: { maxBitrate: 12_000 }, red: true, dtx: true },
  thin: { audioPreset: { maxBitrate: 7000 }, red: false, dtx: true },
} as const
const everyMs = 500
/** With the client's own 15 s, an attempt begun during an outage delays the next one long after its end. */
const timeouts = { websocketTimeout: 5000, peerConnectionTimeout: 10_000 }

type Wanted = { microphone: boolean; camera: boolean }

/** Audio and video of one lesson. Audio has priority: video is reduced or stopped when audio suffers. */
export function createCall(settings: Settings) {
  const { saveData } = settings
  const pace = createPace()
  const room = new Room({
    adaptiveStream: true,
    dynacast: true,
    disconnectOnPageLeave: true,
    reconnectPolicy: { nextRetryDelayInMs: pace.delay },
    audioCaptureDefaults: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    publishDefaults: { ...(saveData ? voices.thin : voices.full), simulcast: false, videoCodec: 'vp8' },
  })
  const wanted: Wanted = { microphone: true, camera: false }
  const line: LineState = {
    sending: mostOf(saveData),
    receiving: startQuality('video'),
    samples: [],
  }
  let trouble: JoinTrouble | null = null
  const tell = () => settings.onChange({ ...stateOf(room, line, saveData), trouble })
  const work = serial(tell)
  const devices = createDevices({ room, wanted, line, microphone: settings.microphone })
  const measure = createMeasure({ room, settings, line, devices, work })
  const timer = setInterval(() => void measure().then(tell, tell), everyMs)
  const stay = keepJoining({
    pace,
    join: async (token, reached) => {
      room.on(RoomEvent.SignalConnected, reached)
      const joining = room.connect(settings.url, token, { maxRetries: 1, autoSubscribe: true, ...timeouts })
      await joining.finally(() => room.off(RoomEvent.SignalConnected, reached))
      work(() => devices.applyVoice(saveData))
      if (wanted.camera) work(devices.applyCamera)
    },
    isJoined: () => room.state === 'connected',
    freshToken: settings.freshToken,
    onTrouble: (now) => {
      trouble = now
      tell()
    },
  })
  watch(room, tell)
  room.on(RoomEvent.Reconnected, pace.joined)
  room.on(RoomEvent.Disconnected, () => {
    tell()
    void stay.rejoin()
  })
  void stay.rejoin(settings.token)
  return {
    setMicrophone: (on: boolean) => {
      wanted.microphone = on
      work(() => room.localParticipant.setMicrophoneEnabled(on))
    },
    setCamera: (on: boolean) => {
      wanted.camera = on
      work(devices.applyCamera)
    },
    setSharing: (on: boolean) => work(() => devices.share(on)),
    unblockSound: () => work(() => room.startAudio()),
    close() {
      stay.stop()
      clearInterval(timer)
      void room.disconnect(true)
    },
  }
}

type LineState = { sending: Level; receiving: CallQuality; samples: readonly LineSample[] }
type Devices = ReturnType<typeof createDevices>
type DeviceParts = { room: Room; wanted: Wanted; line: LineState; microphone: string | undefined }

/** Publishes a track again when its bitrate changes, because the bitrate is fixed at publishing. */
function createDevices({ room, wanted, line, microphone }: DeviceParts) {
  const { localParticipant: own } = room
  const withdraw = async (source: Track.Source) => {
    const published = own.getTrackPublication(source)
    if (published?.track) await own.unpublishTrack(published.track)
  }
  return {
    async applyVoice(thin: boolean) {
      await withdraw(Track.Source.Microphone)
      const device = microphone === undefined ? {} : { deviceId: microphone }
      await own.setMicrophoneEnabled(wanted.microphone, device, thin ? voices.thin : voices.full)
    },
    async applyCamera() {
      await withdraw(Track.Source.Camera)
      const level = line.sending
      if (!wanted.camera || !isPicture(level)) return
      const { resolution, bits } = captures[level]
      const encoding = { maxBitrate: bits, maxFramerate: resolution.frameRate }
      await own.setCameraEnabled(true, { resolution: { ...resolution } }, { videoEncoding: encoding })
    },
    share: (on: boolean) =>
      own.setScreenShareEnabled(
        on,
        { audio: false, resolution: { width: 1280, height: 720, frameRate: 5 } },
        { screenShareEncoding: { maxBitrate: 400_000, maxFramerate: 5 } },
      ),
  }
}

type MeasureParts = {
  room: Room
  settings: Settings
  line: LineState
  devices: Devices
  work: (change: () => Promise<unknown>) => void
}

/** Twice a second: measures the connection and adapts what is sent to what all the others can receive. */
function createMeasure({ room, settings, line, devices, work }: MeasureParts) {
  const meter = createLineMeter(room)
  return async () => {
    if (room.state !== 'connected') return
    const sample = { at: performance.now(), ...(await meter.read()) }
    const before = { sending: line.sending, receiving: line.receiving.level }
    line.samples = [...line.samples, lineSampleOf(sample, settings.othersLineIsBad())].slice(-samplesOfLine)
    line.receiving = qualityAfter(line.receiving, sample)
    // a line that is too weak one way is mostly so the other way, and the others' word comes late over it
    const chosen = mostOf(settings.saveData)
    line.sending = leastOf([chosen, line.receiving.level, ...settings.receivedByOthers()])
    if (line.sending !== before.sending) {
      work(devices.applyCamera)
      const thin = line.sending === 'thin-voice'
      if (thin !== (before.sending === 'thin-voice') && !settings.saveData)
        work(() => devices.applyVoice(thin))
    }
    const shown = isPicture(line.receiving.level)
    if (shown !== isPicture(before.receiving)) showPictures(room, shown)
  }
}

/** Device changes run one after the other. A failure (no camera, permission denied) keeps the current device. */
function serial(tell: () => void) {
  let last: Promise<unknown> = Promise.resolve()
  return (work: () => Promise<unknown>) => {
    last = last
      .then(work)
      .catch(() => {})
      .then(tell)
  }
}

function watch(room: Room, tell: () => void): void {
  room.on(RoomEvent.TrackSubscribed, (track: RemoteTrack) => {
    if (track.kind === Track.Kind.Audio) {
      const element = track.attach()
      element.hidden = true
      // some phones play no sound from an element outside the document
      document.body.append(element)
    }
    tell()
  })
  room.on(RoomEvent.TrackUnsubscribed, (track: RemoteTrack) => {
    for (const element of track.detach()) element.remove()
    tell()
  })
  for (const event of [
    RoomEvent.ActiveSpeakersChanged,
    RoomEvent.ParticipantConnected,
    RoomEvent.ParticipantDisconnected,
    RoomEvent.ConnectionQualityChanged,
    RoomEvent.TrackMuted,
    RoomEvent.TrackUnmuted,
    RoomEvent.LocalTrackPublished,
    RoomEvent.LocalTrackUnpublished,
    RoomEvent.TrackStreamStateChanged,
    RoomEvent.ConnectionStateChanged,
    RoomEvent.AudioPlaybackStatusChanged,
  ] as const)
    room.on(event, tell)
}

function stateOf(room: Room, line: LineState, saveData: boolean): Omit<CallState, 'trouble'> {
  const { localParticipant: own, remoteParticipants } = room
  return {
    connected: room.state === 'connected',
    voices: [voiceOf(own, true), ...[...remoteParticipants.values()].map((each) => voiceOf(each, false))],
    level: line.sending,
    receives: leastOf([line.receiving.level, mostOf(saveData)]),
    samples: line.samples,
    microphone: own.isMicrophoneEnabled,
    camera: own.isCameraEnabled,
    sharing: own.isScreenShareEnabled,
    soundBlocked: !room.canPlaybackAudio,
  }
}

function voiceOf(participant: Participant, own: boolean): Voice {
  return {
    // `<user>:<device>`
    userId: participant.identity.split(':')[0] ?? '',
    own,
    speaking: participant.isSpeaking,
    muted: !participant.isMicrophoneEnabled,
    lost: participant.connectionQuality === ConnectionQuality.Lost,
    camera: pictureOf(participant.getTrackPublication(Track.Source.Camera)),
    screen: pictureOf(participant.getTrackPublication(Track.Source.ScreenShare)),
  }
}

function pictureOf(publication: TrackPublication | undefined): Picture | null {
  const track = publication?.track
  if (!track || publication.isMuted || track.kind !== Track.Kind.Video) return null
  return {
    id: publication.trackSid,
    attach(element) {
      track.attach(element)
      return () => track.detach(element)
    },
  }
}

/** Receives no video for a while. The others keep sending to those who can receive it. */
function showPictures(room: Room, shown: boolean): void {
  for (const participant of room.remoteParticipants.values())
    for (const publication of participant.trackPublications.values())
      if (publication.source === Track.Source.Camera && 'setEnabled' in publication)
        publication.setEnabled(shown)
}

const mostOf = (saveData: boolean): Level => (saveData ? 'small-video' : 'video')
