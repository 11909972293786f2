import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PlainError } from '../process/fail.ts'
import { root, toolsDir } from '../process/paths.ts'
import { mustRun } from './programs.ts'
import { which } from './tools.ts'

export type Fetching = { say: (text: string) => void; stop?: AbortSignal | undefined }

const pom = join(root, 'infra', 'local', 'tools', 'pom.xml')
const databaseVersion = '0.6.0b17'
const fuzzerVersion = '4.32.5'
const jars = join(
  toolsDir,
  `jars-${createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 8)}`,
)
const redis = join(toolsDir, 'redis-6.2', redisBinaryName())
const database = join(toolsDir, `secantusdb-${databaseVersion}`)

export const missing = {
  jars: () => !existsSync(jars),
  redis: () => installedRedis() === null && !existsSync(redis),
  database: () => which('mongod') === null && databaseBinary() === null,
}

/** Folder of Kafka's jars, fetched once. */
export async function kafkaJars({ say, stop }: Fetching): Promise<string> {
  if (!missing.jars()) return jars
  await replace(jars, async (folder) => {
    say('Fetching Apache Kafka and Redis (60 MB)…')
    const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`]
    await mustRun('fetching Apache Kafka', { command: 'mvn', args, say, stop })
  })
  return jars
}

/** Path of a Redis server: the machine's own, or the binary inside the jar. */
export async function redisServer({ say, stop }: Fetching): Promise<string> {
  const installed = installedRedis()
  if (installed) return installed
  if (existsSync(redis)) return redis
  const folder = await kafkaJars({ say, stop })
  const jar = readdirSync(folder).find((name) => name.startsWith('embedded-redis'))
  if (!jar) throw new PlainError(`There is no embedded-redis in ${folder}.`)
  await replace(join(redis, '..'), (target) => unzip(join(folder, jar), target, { say, stop }))
  if (!existsSync(redis))
    throw new PlainError('No Redis for this kind of machine: please install redis-server.')
  chmodSync(redis, 0o755)
  return redis
}

/** The machine's own Redis, unless it is older than 6.2: such a version cannot restrict users to channels. */
function installedRedis(): string | null {
  const path = which('redis-server')
  if (!path) return null
  const { major, minor } = redisVersion(path)
  return major > 6 || (major === 6 && minor >= 2) ? path : null
}

/** `Redis server v=6.2.6 …` gives 6 and 2. */
export function redisVersion(path: string): { major: number; minor: number } {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  const [, major = 0, minor = 0] = /v=(\d+)\.(\d+)/.exec(stdout ?? '') ?? []
  return { major: Number(major), minor: Number(minor) }
}

/** Path of a server with MongoDB's protocol: `mongod` when installed, else SecantusDB. */
export async function mongoServer({ say, stop }: Fetching): Promise<{ path: string; mongod: boolean }> {
  const installed = which('mongod')
  if (installed) return { path: installed, mongod: true }
  if (missing.database()) {
    await replace(database, async (folder) => {
      say('Fetching the database server (22 MB)…')
      // the server in the wheel does not use Python, so any Python can fetch this one
      const wheel = ['--only-binary=:all:', '--python-version=3.11', '--no-deps', '--quiet']
      const args = ['-m', 'pip', 'download', ...wheel, `--dest=${folder}`, `SecantusDB==${databaseVersion}`]
      await mustRun('fetching the database server', { command: 'python3', args, say, stop })
      const [file = ''] = readdirSync(folder)
      await unzip(join(folder, file), folder, { say, stop })
      rmSync(join(folder, file))
    })
  }
  const path = databaseBinary()
  if (!path) throw new PlainError('No database server for this kind of machine: please install mongod.')
  chmodSync(path, 0o755)
  return { path, mongod: false }
}

export type PythonProgram = { path: string; env: Record<string, string> }

/** Schemathesis, fetched once. */
export const schemathesis = (fetching: Fetching): Promise<PythonProgram> =>
  pythonProgram('schemathesis', fuzzerVersion, fetching)

/** What validates resources against Kubernetes' own schemas, fetched once. */
export const kubernetesValidate = (fetching: Fetching): Promise<PythonProgram> =>
  pythonProgram('kubernetes-validate', '1.37.0', fetching)

/** A Python package as a program and the environment with its packages. */
async function pythonProgram(name: string, version: string, { say, stop }: Fetching): Promise<PythonProgram> {
  const target = join(toolsDir, `${name}-${version}`)
  if (!existsSync(target)) {
    await replace(target, async (folder) => {
      say(`Fetching ${name}…`)
      const wheels = [
        '--only-binary=:all:',
        '--quiet',
        '--no-warn-script-location',
        '--root-user-action=ignore',
      ]
      const args = ['-m', 'pip', 'install', ...wheels, `--target=${folder}`, `${name}==${version}`]
      await mustRun(`fetching ${name}`, { command: 'python3', args, say, stop })
    })
  }
  return { path: join(target, 'bin', name), env: { PYTHONPATH: target } }
}

/** The server inside the wheel, which has its own libraries beside it; a starter script has the same name. */
function databaseBinary(): string | null {
  if (!existsSync(database)) return null
  const found = readdirSync(database, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('/secantusd-rs'))
    .map((name) => join(database, name))
  return found.find((path) => statSync(path).size > 1_000_000) ?? null
}

type Fill = (folder: string) => Promise<void>
const running = new Map<string, Promise<void>>()

/**
 * Fills a temporary folder and renames it, so that the folder is always complete. Simultaneous calls share one filling:
 * a second one would remove the folder that the first caller already uses.
 */
export function replace(folder: string, fill: Fill): Promise<void> {
  const filling = running.get(folder) ?? fillAndRename(folder, fill).finally(() => running.delete(folder))
  running.set(folder, filling)
  return filling
}

async function fillAndRename(folder: string, fill: Fill): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const half = mkdtempSync(`${folder}.part-`)
  try {
    await fill(half)
    rmSync(folder, { recursive: true, force: true })
    renameSync(half, folder)
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

function unzip(file: string, folder: string, fetching: Fetching): Promise<void> {
  return mustRun('unpacking', {
    command: 'python3',
    args: ['-m', 'zipfile', '-e', file, folder],
    ...fetching,
  })
}

function redisBinaryName(): string {
  const names: Readonly<Record<string, string>> = {
    'linux-x64': 'redis-server-6.2.6-v5-linux-amd64',
    'linux-arm64': 'redis-server-6.2.7-linux-arm64',
    'darwin-x64': 'redis-server-6.2.6-v5-darwin-amd64',
    'darwin-arm64': 'redis-server-6.2.6-v5-darwin-arm64',
  }
  return names[`${process.platform}-${process.arch}`] ?? 'none'
}
