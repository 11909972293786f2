import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../process/fail.ts'
import { root } from '../process/paths.ts'
import { dashboards, type FrontEnd, frontEnds } from '../process/site-ports.ts'
import type { Fetching } from '../tools/install.ts'
import { runProgram } from '../tools/programs.ts'
import { frontEndFolder } from './environment.ts'

const sharedSources = [
  'packages/contracts/src',
  'packages/design/src',
  'packages/client/src',
  'frontends/features',
  'frontends/design-system/src',
  'frontends/build',
  'frontends/rspack.preset.ts',
  'package-lock.json',
].map((path) => join(root, path))

/** Builds the front ends whose sources changed since their last build, two at a time. */
export async function buildFrontEnds({ say = () => {}, stop }: Partial<Fetching>): Promise<void> {
  const shared = hashOf(sharedSources)
  const stale = frontEnds.filter((name) => stampOf(name) !== sourcesOf(name, shared))
  if (stale.length === 0) return
  say(`Building the front end (${stale.join(', ')})…`)
  const started = performance.now()
  const waiting = dashboards.filter((role) => stale.includes(role))
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await build(next, shared, stop)
  }
  await Promise.all([lane(), lane()])
  // also when only a remote changed: the shell's release list contains its hash
  await build('shell', shared, stop)
  say(`The front end is built (${((performance.now() - started) / 1000).toFixed(0)} s).`)
}

async function build(name: FrontEnd, shared: string, stop: AbortSignal | undefined): Promise<void> {
  const sources = sourcesOf(name, shared)
  const args = ['run', '--silent', 'build']
  const { code, output } = await runProgram({ command: 'npm', args, cwd: frontEndFolder(name), stop })
  if (code !== 0) throw new PlainError(`${name} does not build:\n${output.trim()}`)
  writeFileSync(stampFile(name), sources)
}

const stampFile = (name: FrontEnd) => join(frontEndFolder(name), 'dist', '.sources')

function stampOf(name: FrontEnd): string | null {
  return existsSync(stampFile(name)) ? readFileSync(stampFile(name), 'utf8') : null
}

function sourcesOf(name: FrontEnd, shared: string): string {
  return hashOf([frontEndFolder(name)], shared)
}

/** One hash of all files in the paths, without tests and build output. */
function hashOf(paths: readonly string[], seed = ''): string {
  const hash = createHash('sha256').update(seed)
  for (const path of paths) {
    for (const file of filesIn(path)) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['dist', 'node_modules'].includes(entry.name) && !entry.name.includes('.test.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesIn(join(path, entry.name)))
}
