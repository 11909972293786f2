// Runs on the user's own Node (20 or later) before anything is installed: installs the locked packages,
// then hands over to infra/commands/<command>.ts on the Node 24 that came with them.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command = '', ...args] = process.argv.slice(2)
const script = join(root, 'infra', 'commands', `${command.replace(':', '-')}.ts`)

if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Node 20 or later is needed; this is ${process.version}.`)
if (!existsSync(script)) fail(`There is no command "${command}".`)
install()
run()

function install() {
  const stamp = join(root, 'node_modules', '.darsi-lock')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  process.stderr.write('Installing packages (about a minute the first time)…\n')
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) fail('npm ci did not finish; its messages above say why.')
  writeFileSync(stamp, lock)
}

function run() {
  const bin = join(root, 'node_modules', '.bin')
  const separator = process.platform === 'win32' ? ';' : ':'
  const node = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${separator}${process.env.PATH}` },
    shell: process.platform === 'win32',
  })
  // Ctrl-C reaches the child by itself; a signal sent to us alone is passed on
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
