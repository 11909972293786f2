import type { Room } from 'livekit-client'
import type { Sample } from './call-quality.ts'

type LineReading = Omit<Sample, 'at'>
type Counters = {
  at: number
  concealed: number
  samples: number
  lost: number
  received: number
  /** By track: one that ended takes its count with it. */
  bytes: Map<string, number>
  lossOut: number
  rttMs: number
}

/** Measures how well this browser receives audio, from the connection's statistics since the call before the last. */
export function createLineMeter(room: Pick<Room, 'remoteParticipants' | 'localParticipant'>) {
  let before: readonly Counters[] = []
  return {
    async read(): Promise<LineReading> {
      const now = await countersOf(room)
      const [first = now, last = first] = before
      before = [last, now]
      return { ...between(first, now), kbps: kbpsBetween(last, now) }
    },
  }
}

function kbpsBetween(before: Counters, now: Counters): number {
  let bytes = 0
  for (const [track, count] of now.bytes) bytes += Math.max(0, count - (before.bytes.get(track) ?? 0))
  return now.at > before.at ? (bytes * 8) / (now.at - before.at) : 0
}

function between(before: Counters, now: Counters): Omit<LineReading, 'kbps'> {
  const grown = (key: 'concealed' | 'samples' | 'lost' | 'received') => Math.max(0, now[key] - before[key])
  const part = (some: number, all: number) => (all <= 0 ? 0 : Math.min(some / all, 1))
  return {
    concealed: part(grown('concealed'), grown('samples')),
    loss: part(grown('lost'), grown('lost') + grown('received')),
    lossOut: now.lossOut,
    rttMs: now.rttMs,
  }
}

async function countersOf({
  remoteParticipants,
  localParticipant,
}: Pick<Room, 'remoteParticipants' | 'localParticipant'>) {
  const sum: Counters = {
    at: 0,
    concealed: 0,
    samples: 0,
    lost: 0,
    received: 0,
    bytes: new Map(),
    lossOut: 0,
    rttMs: 0,
  }
  const tracks = [localParticipant, ...remoteParticipants.values()].flatMap((participant) =>
    [...participant.trackPublications.values()].flatMap(({ track }) => (track ? [track] : [])),
  )
  for (const track of tracks) {
    const reports = await track.getRTCStatsReport()
    for (const report of reports?.values() ?? []) add(sum, report)
  }
  sum.at = performance.now()
  return sum
}

/** The headers of IP and UDP, and the signature of SRTP. */
const packetBytes = 38

/** Concealed silence is harmless, so it counts as heard. */
function add(sum: Counters, report: Readonly<Record<string, unknown>>): void {
  const number = (key: string) => (typeof report[key] === 'number' ? report[key] : 0)
  if (report['type'] === 'inbound-rtp')
    sum.bytes.set(
      String(report['id']),
      number('bytesReceived') + number('headerBytesReceived') + packetBytes * number('packetsReceived'),
    )
  if (report['type'] === 'inbound-rtp' && report['kind'] === 'audio') {
    sum.concealed += number('concealedSamples') - number('silentConcealedSamples')
    sum.samples += number('totalSamplesReceived')
    sum.lost += Math.max(0, number('packetsLost'))
    sum.received += number('packetsReceived')
  }
  if (report['type'] === 'remote-inbound-rtp' && report['kind'] === 'audio')
    sum.lossOut = Math.max(sum.lossOut, number('fractionLost'))
  if (report['type'] === 'candidate-pair' && report['nominated'] === true)
    sum.rttMs = Math.max(sum.rttMs, number('currentRoundTripTime') * 1000)
}
