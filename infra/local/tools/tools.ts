import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PlainError } from '../process/fail.ts'
import { runProgram } from './programs.ts'

export type Tool = { name: string; debian: string; why: string; isThere: () => boolean }

export const java: Tool = {
  name: 'Java 17 or later',
  debian: 'default-jre-headless',
  why: 'Apache Kafka runs on it',
  isThere: () => javaVersion(spawnSync('java', ['-version'], { encoding: 'utf8' }).stderr ?? '') >= 17,
}
export const maven: Tool = {
  name: 'Maven',
  debian: 'maven',
  why: 'fetches Apache Kafka and Redis, once',
  isThere: () => which('mvn') !== null,
}
export const python: Tool = {
  name: 'Python 3 with pip',
  debian: 'python3-pip',
  why: 'fetches the database server, once',
  isThere: () => spawnSync('python3', ['-m', 'pip', '--version']).status === 0,
}
export const browser: Tool = {
  name: 'Chrome or Chromium',
  debian: 'chromium-headless-shell',
  why: 'the stories run in a real browser',
  isThere: () => browserPath() !== null,
}

export const promtool: Tool = {
  name: 'promtool',
  debian: 'prometheus',
  why: 'the tests of the alert rules run in it',
  isThere: () => which('promtool') !== null,
}

export function browserPath(): string | null {
  const mac = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  return (
    which(
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ) ??
    mac.find((path) => existsSync(path)) ??
    null
  )
}

/** The first of the commands on the PATH. */
export function which(...commands: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const paths = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  return paths.find((path) => existsSync(path)) ?? null
}

/** The major version: 17 of `openjdk version "17.0.15"`, 8 of `java version "1.8.0_292"`; 0 without a version. */
export function javaVersion(text: string): number {
  const [, first = '0', second = '0'] = /version "(\d+)(?:\.(\d+))?/.exec(text) ?? []
  return Number(first) === 1 ? Number(second) : Number(first)
}

/**
 * Installs missing tools where no password is needed (root on Debian).
 * @throws PlainError that names each missing tool, the install line and the Docker way
 */
export async function ensureTools(
  tools: readonly Tool[],
  { say, stop }: { say: (text: string) => void; stop?: AbortSignal | undefined },
): Promise<void> {
  const missing = tools.filter((tool) => !tool.isThere())
  if (missing.length === 0) return
  const canInstall = process.getuid?.() === 0 && which('apt-get') !== null
  const said = canInstall ? await aptInstall(missing, say, stop) : ''
  const left = missing.filter((tool) => !tool.isThere())
  if (left.length === 0) return
  const reasons = left.map((tool) => `  ${tool.name} (${tool.why})`)
  throw new PlainError(
    `Missing on this machine:
${reasons.join('\n')}
${said && `\napt-get could not install it:\n${said}\n`}
On Debian or Ubuntu:  sudo apt-get install ${left.map((tool) => tool.debian).join(' ')}
Or all in Docker:     docker compose up`,
  )
}

/** @returns the end of apt's output when it failed */
async function aptInstall(
  tools: readonly Tool[],
  say: (text: string) => void,
  stop: AbortSignal | undefined,
): Promise<string> {
  say(`Installing ${tools.map((tool) => tool.name).join(', ')} with apt (a minute or two)…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const packages = tools.map((tool) => tool.debian)
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const { code, output } = await runProgram({ command: 'apt-get', args, env, stop })
    if (code !== 0 && args[0] === 'install') return output.trim().split('\n').slice(-5).join('\n')
  }
  return ''
}
