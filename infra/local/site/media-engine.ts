import { buildProgram, type GoProgram, installedProgram } from '../tools/go-programs.ts'
import type { Fetching } from '../tools/install.ts'

/** LiveKit's module at the Go module proxy. Later releases have `replace` lines, which `go install` refuses. */
const livekit: GoProgram = {
  name: 'livekit-server',
  module: 'github.com/livekit/livekit-server',
  version: 'v1.13.5',
  sum: 'h1:HWfxfKvi5k1czMVqLV/htGmPgEBhrqHMxpfyMvfhyVo=',
  folder: 'cmd/server',
}

/** Path of an existing LiveKit server. */
export const installedEngine = (): string | null => installedProgram(livekit)

let building: Promise<string> | undefined

/** The engine that is there, or else a newly built one. All callers wait for one build. */
export async function ensureEngine(fetching: Fetching): Promise<string> {
  const installed = installedEngine()
  if (installed) return installed
  if (!building) {
    fetching.say('Building LiveKit, once; it takes about five minutes.')
    building = buildEngine(fetching)
  }
  return building
}

/** About five minutes of one core. @throws PlainError that names what is missing in one line */
export const buildEngine = (fetching: Fetching): Promise<string> => buildProgram(livekit, fetching)
