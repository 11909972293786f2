import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from './fail.ts'
import { root } from './paths.ts'

export const dashboards = ['student', 'teacher', 'parent', 'admin', 'super-admin'] as const
/** Remotes first: the shell's release names their hashes. */
const frontEnds = [...dashboards.map((role) => `frontends/dashboards/${role}`), 'frontends/shell']
const sharedSources = [
  'packages/contracts/src',
  'packages/ui/src',
  'frontends/build',
  'frontends/rspack.preset.ts',
  'package-lock.json',
]

/** Builds the front ends whose sources changed since their last build, two at a time. */
export async function buildFrontEnds(say: (text: string) => void): Promise<void> {
  const shared = hashOf(sharedSources)
  const stale = frontEnds.filter((folder) => stampOf(folder) !== hashOf([folder], shared))
  if (stale.length === 0) return
  say(`Building ${stale.length} front end${stale.length > 1 ? 's' : ''}…`)
  const remotes = stale.filter((folder) => folder !== 'frontends/shell')
  const lanes = [0, 1].map(async (lane) => {
    for (const folder of remotes.filter((_, index) => index % 2 === lane)) await build(folder, shared)
  })
  await Promise.all(lanes)
  // also when only a remote changed: the shell's release list pins what it may load
  await build('frontends/shell', shared)
}

async function build(folder: string, shared: string): Promise<void> {
  const child = spawn('npm', ['run', '--silent', 'build'], {
    cwd: join(root, folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-4000)
    })
  }
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new PlainError(`${folder} does not build:\n${output}`)
  writeFileSync(stampFile(folder), hashOf([folder], shared))
}

const stampFile = (folder: string) => join(root, folder, 'dist', '.sources')

function stampOf(folder: string): string | null {
  return existsSync(stampFile(folder)) ? readFileSync(stampFile(folder), 'utf8') : null
}

function hashOf(paths: readonly string[], seed = ''): string {
  const hash = createHash('sha256').update(seed)
  for (const path of paths) {
    for (const file of filesIn(join(root, path))) hash.update(file).update(readFileSync(file))
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
