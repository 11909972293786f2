import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { roles } from '@darsi/contracts/reference/roles.ts'

/*
 * `node frontends/build/all.ts` builds every front end; `node frontends/build/all.ts student shell` builds only those.
 * The shell comes last: its config.json names the releases of the dashboards.
 */
const wanted = process.argv.length > 2 ? process.argv.slice(2) : [...roles, 'shell']
const started = performance.now()

const remotes = wanted.filter((name) => name !== 'shell')
await Promise.all([
  buildAll(remotes.filter((_, index) => index % 2 === 0)),
  buildAll(remotes.filter((_, index) => index % 2 === 1)),
])
if (wanted.includes('shell')) await build('shell')
process.stdout.write(`built ${wanted.join(', ')} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)

async function buildAll(names: string[]) {
  for (const name of names) await build(name)
}

function build(name: string): Promise<void> {
  const folder = resolve(import.meta.dirname, '..', name === 'shell' ? 'shell' : `dashboards/${name}`)
  const child = spawn('npm', ['run', 'build', '--silent'], { cwd: folder, stdio: 'inherit' })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`${name} did not build`))))
  })
}
