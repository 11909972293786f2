import {
  ConnectionQuality,
  type Participant,
  type RemoteTrack,
  Room,
  RoomEvent,
  Track,
  TrackEvent,
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
import type { Device } from './device-cause.ts'
import { createDevices, type DeviceNews, type Devices, voices } from './devices.ts'
import { createPace, type JoinTrouble, keepJoining, type Pace } from './joining.ts'
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
  /** The camera that looks away from the user is used. */
  readonly facesAway: boolean
  /** A telephone or tablet with a camera on each side. */
  readonly canTurnCamera: boolean
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
  onDevice: (news: DeviceNews) => void
}

const everyMs = 500
/** A teacher or a child, and a guardian. */
const mostForLarge = 2
/** With the client's own 15 s, an attempt begun during an outage delays the next one long after its end. */
const timeouts = { websocketTimeout: 5000, peerConnectionTimeout: 10_000 }

/** Audio and video of one lesson. Audio has priority: video is reduced or stopped when audio suffers. */
export function createCall(settings: Settings) {
  const { saveData } = settings
  const pace = createPace()
  const room = newRoom(settings, pace)
  const line: LineState = {
    sending: leastOf([mostOf(saveData), 'video']),
    receiving: startQuality('video'),
    samples: [],
  }
  let trouble: JoinTrouble | null = null
  const tell = () =>
    settings.onChange({
      ...stateOf(room, line, saveData),
      trouble,
      facesAway: devices.facesAway(),
      canTurnCamera: cameras() > 1 && matchMedia('(pointer: coarse)').matches,
    })
  const work = serial(tell)
  const devices = createDevices({
    own: room.localParticipant,
    isThin: () => saveData || line.sending === 'thin-voice',
    level: () => line.sending,
    onNews: settings.onDevice,
  })
  const cameras = watchDevices(room, devices, work)
  const measure = createMeasure({ room, settings, line, devices, work })
  const timer = setInterval(() => void measure().then(tell, tell), everyMs)
  const stay = keepJoining({
    pace,
    join: async (token, reached) => {
      room.on(RoomEvent.SignalConnected, reached)
      const joining = room.connect(settings.url, token, { maxRetries: 1, autoSubscribe: true, ...timeouts })
      await joining.finally(() => room.off(RoomEvent.SignalConnected, reached))
      work(() => devices.apply('microphone'))
      if (devices.wants('camera')) work(() => devices.apply('camera'))
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
    set: (device: Device, on: boolean) => work(() => devices.set(device, on)),
    turnCamera: () => work(devices.turnCamera),
    devices: () => offeredDevices(room),
    choose: (kind: MediaDeviceKind, deviceId: string) =>
      work(() => room.switchActiveDevice(kind, deviceId, false)),
    unblockSound: () => work(() => room.startAudio()),
    close() {
      stay.stop()
      clearInterval(timer)
      void room.disconnect(true)
    },
  }
}

const newRoom = ({ saveData, microphone }: Settings, pace: Pace) =>
  new Room({
    adaptiveStream: true,
    dynacast: true,
    disconnectOnPageLeave: true,
    reconnectPolicy: { nextRetryDelayInMs: pace.delay },
    audioCaptureDefaults: {
      ...{ echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      ...(microphone !== undefined && { deviceId: microphone }),
    },
    publishDefaults: { ...(saveData ? voices.thin : voices.full), simulcast: false, videoCodec: 'vp8' },
  })

type LineState = { sending: Level; receiving: CallQuality; samples: readonly LineSample[] }
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
    // each large picture is received by everybody
    const most = room.remoteParticipants.size > mostForLarge ? 'video' : chosen
    line.sending = leastOf([most, line.receiving.level, ...settings.receivedByOthers()])
    if (line.sending !== before.sending) {
      work(() => devices.apply('camera'))
      const thin = line.sending === 'thin-voice'
      if (thin !== (before.sending === 'thin-voice') && !settings.saveData)
        work(() => devices.apply('microphone'))
    }
    const shown = isPicture(line.receiving.level)
    if (shown !== isPicture(before.receiving)) showPictures(room, shown)
  }
}

/** Without asking for a permission. */
const localDevices = async (): Promise<MediaDeviceInfo[]> =>
  (await navigator.mediaDevices?.enumerateDevices()) ?? []

/** Device changes run one after the other. */
function serial(tell: () => void) {
  let last: Promise<unknown> = Promise.resolve()
  return (work: () => Promise<unknown>) => {
    last = last
      .then(work)
      .catch(() => {})
      .then(tell)
  }
}

const devicesBySource: ReadonlyMap<Track.Source, Device> = new Map([
  [Track.Source.Microphone, 'microphone'],
  [Track.Source.Camera, 'camera'],
  [Track.Source.ScreenShare, 'screen'],
])

/** To choose from, and what is used now. */
const offeredDevices = async (room: Room) =>
  (await localDevices()).map(({ kind, deviceId, label }) => ({
    ...{ kind, deviceId, label },
    isUsed: room.getActiveDevice(kind) === deviceId,
  }))

/** @returns the number of cameras, which is known once the room is joined */
function watchDevices(room: Room, devices: Devices, work: (change: () => Promise<unknown>) => void) {
  let cameras = 0
  const count = async () => {
    cameras = (await localDevices()).filter(({ kind }) => kind === 'videoinput').length
  }
  // the client mutes a track whose device is gone, when it finds no other device
  room.on(RoomEvent.TrackMuted, ({ source }, participant) => {
    const device = devicesBySource.get(source)
    if (participant === room.localParticipant && device) devices.lost(device)
  })
  room.on(RoomEvent.LocalTrackPublished, ({ source, track }) => {
    if (source === Track.Source.ScreenShare) track?.on(TrackEvent.Ended, () => devices.lost('screen'))
  })
  room.on(RoomEvent.Connected, () => work(count))
  room.on(RoomEvent.MediaDevicesChanged, () => {
    work(devices.changed)
    work(count)
  })
  return () => cameras
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

function stateOf(
  room: Room,
  line: LineState,
  saveData: boolean,
): Omit<CallState, 'trouble' | 'facesAway' | 'canTurnCamera'> {
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

const mostOf = (saveData: boolean): Level => (saveData ? 'small-video' : 'large-video')
