import type { Room } from 'livekit-client'

type LineReading = {
  /** The share of the received voice that was concealed in this second. */
  readonly heard: number
  readonly loss: number
  readonly rttMs: number
}
type Counters = { concealed: number; samples: number; lost: number; received: number; rttMs: number }

/** Measures how well this browser receives audio, from the connection's statistics since the last call. */
export function createLineMeter(room: Pick<Room, 'remoteParticipants' | 'localParticipant'>) {
  let before: Counters | null = null
  return {
    async read(): Promise<LineReading> {
      const now = await countersOf(room)
      const reading = between(before ?? now, now)
      before = now
      return reading
    },
  }
}

export function between(before: Counters, now: Counters): LineReading {
  const grown = (key: keyof Counters) => Math.max(0, now[key] - before[key])
  const part = (some: number, all: number) => (all <= 0 ? 0 : Math.min(some / all, 1))
  return {
    heard: part(grown('concealed'), grown('samples')),
    loss: part(grown('lost'), grown('lost') + grown('received')),
    rttMs: now.rttMs,
  }
}

async function countersOf({
  remoteParticipants,
  localParticipant,
}: Pick<Room, 'remoteParticipants' | 'localParticipant'>) {
  const sum: Counters = { concealed: 0, samples: 0, lost: 0, received: 0, rttMs: 0 }
  const tracks = [localParticipant, ...remoteParticipants.values()].flatMap((participant) =>
    [...participant.trackPublications.values()].flatMap(({ track }) => (track ? [track] : [])),
  )
  for (const track of tracks) {
    const reports = await track.getRTCStatsReport()
    for (const report of reports?.values() ?? []) add(sum, report)
  }
  return sum
}

/** Concealed silence is harmless, so it counts as heard. */
function add(sum: Counters, report: Readonly<Record<string, unknown>>): void {
  const number = (key: string) => (typeof report[key] === 'number' ? report[key] : 0)
  if (report['type'] === 'inbound-rtp' && report['kind'] === 'audio') {
    sum.concealed += number('concealedSamples') - number('silentConcealedSamples')
    sum.samples += number('totalSamplesReceived')
    sum.lost += Math.max(0, number('packetsLost'))
    sum.received += number('packetsReceived')
  }
  if (report['type'] === 'candidate-pair' && report['nominated'] === true)
    sum.rttMs = Math.max(sum.rttMs, number('currentRoundTripTime') * 1000)
}
