import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../keys/key-files.ts'
import { createCrew } from '../process/crew.ts'
import { Stopped } from '../process/fail.ts'
import { notesOf } from '../process/lock.ts'
import { answers } from '../process/ports.ts'
import type { EnvironmentOptions } from './environment.ts'
import { buildEngine, installedEngine } from './media-engine.ts'

type Options = { say: (text: string) => void; stop?: AbortSignal | undefined }
type Around = Pick<EnvironmentOptions, 'ports' | 'secrets' | 'dataDir'>

/**
 * Starts LiveKit beside the site, and builds it first where it is missing. Nothing waits for it: until it answers,
 * lessons have the board and messages, and classroom reports it.
 */
export function startMedia(around: Around, { say, stop }: Options): { stop: () => Promise<void> } {
  const withoutVideo = (reason: string) => say(`Lessons have no voice or video here: ${reason}.`)
  const crew = createCrew({
    say,
    gaveUp: () => withoutVideo('LiveKit keeps ending, see .data/log/livekit.log'),
  })
  const ended = new AbortController()
  const signal = stop ? AbortSignal.any([stop, ended.signal]) : ended.signal
  const launching = (async () => {
    try {
      crew.launch(specOf(around, installedEngine() ?? (await build(say, signal))))
    } catch (error) {
      if (!(error instanceof Stopped) && !signal.aborted)
        withoutVideo(error instanceof Error ? error.message.split('\n')[0] || 'unknown' : String(error))
    }
  })()
  return {
    stop: async () => {
      ended.abort(new Stopped('Stopped.'))
      await launching
      await crew.stop()
    },
  }
}

async function build(say: Options['say'], stop: AbortSignal): Promise<string> {
  say('Building LiveKit in the background, once; lessons have voice and video in about five minutes.')
  const path = await buildEngine({ say: () => {}, stop })
  say('LiveKit is built: lessons have voice and video.')
  return path
}

function specOf({ ports, secrets, dataDir }: Around, command: string) {
  const home = join(dataDir, 'livekit')
  const file = join(home, 'livekit.json')
  mkdirSync(home, { recursive: true })
  // JSON is valid YAML, and its quoting is safe
  replaceFile(
    file,
    JSON.stringify(configOf({ ports, secret: secrets.LIVEKIT_SECRET.split(',')[0] ?? '' })),
    0o600,
  )
  return {
    name: 'livekit',
    title: 'LiveKit',
    command,
    args: ['--config', file],
    logFile: join(dataDir, 'log', 'livekit.log'),
    noteFile: join(notesOf(dataDir, 'site'), 'livekit'),
    patienceMs: 5000,
    ready: () => answers(ports.media),
  }
}

/** Everything on loopback. Its own TURN server keeps clients from using a public STUN server. */
export function configOf({ ports, secret }: { ports: Around['ports']; secret: string }) {
  return {
    port: ports.media,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      ...{ udp_port: ports.mediaUdp, tcp_port: ports.mediaTcp, node_ip: '127.0.0.1' },
      ...{ use_external_ip: false, use_ice_lite: true, enable_loopback_candidate: true, stun_servers: [] },
    },
    turn: { enabled: true, domain: 'localhost', udp_port: ports.mediaTurn },
    keys: { darsi: secret },
    // a room exists only while classroom has one open
    room: {
      ...{ auto_create: false, max_participants: 12 },
      enabled_codecs: [{ mime: 'audio/opus' }, { mime: 'audio/red' }, { mime: 'video/vp8' }],
    },
    webhook: { api_key: 'darsi', urls: [`http://127.0.0.1:${ports.classroom}/media/webhook`] },
    logging: { level: 'info', pion_level: 'error' },
  }
}
