import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { PlainError } from './fail.ts'

type Tool = { name: string; commands: readonly string[]; debian: string; why: string }

const java = {
  name: 'Java 17 or later',
  commands: ['java'],
  debian: 'openjdk-17-jre-headless',
  why: 'runs Apache Kafka',
}
const maven = { name: 'Maven', commands: ['mvn'], debian: 'maven', why: 'fetches Apache Kafka' }
const python = {
  name: 'Python 3 with pip',
  commands: ['pip', 'pip3'],
  debian: 'python3-pip',
  why: 'fetches the database server',
}
export const browser: Tool = {
  name: 'Chrome or Chromium',
  commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  debian: 'chromium',
  why: 'the browser stories run in it',
}
export const serverTools: readonly Tool[] = [java, maven, python]

/** The first of the commands that is on the PATH. */
export function which(...commands: readonly string[]): string | null {
  for (const command of commands) {
    for (const folder of (process.env['PATH'] ?? '').split(':')) {
      if (existsSync(`${folder}/${command}`)) return `${folder}/${command}`
    }
  }
  return null
}

/**
 * Installs what is missing where that needs no question (root on Debian).
 * @throws PlainError that names each missing tool, the install line and the Docker way
 */
export function ensureTools(tools: readonly Tool[], say: (text: string) => void): void {
  const missing = tools.filter((tool) => which(...tool.commands) === null)
  if (missing.length === 0) return
  const packages = missing.map((tool) => tool.debian)
  const canInstall = process.getuid?.() === 0 && which('apt-get') !== null
  if (canInstall) {
    say(`Installing ${packages.join(', ')} with apt…`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      env,
      stdio: 'ignore',
    })
  }
  const left = missing.filter((tool) => which(...tool.commands) === null)
  if (left.length === 0) return
  const lines = left.map((tool) => `  ${tool.name} (${tool.why})`)
  throw new PlainError(
    `Missing on this machine:\n${lines.join('\n')}\n\nOn Debian or Ubuntu: sudo apt-get install ${left.map((tool) => tool.debian).join(' ')}\nOr run everything in Docker: docker compose up`,
  )
}
