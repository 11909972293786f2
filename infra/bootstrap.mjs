// Runs on the user's own Node (20 or later) before anything is installed: installs the locked packages, then starts
// infra/commands/<command>.ts on the installed Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const [command = '', ...args] = process.argv.slice(2)
const script = join(root, 'infra', 'commands', `${command.replace(':', '-')}.ts`)

if (process.platform === 'win32') fail('On Windows, please use WSL, or Docker: docker compose up')
if (major(process.versions.node) < 20) fail(`Node 20 or later is needed; this is ${process.version}.`)
if (!existsSync(script)) fail(`There is no command "${command}".`)
if (!isInstalled()) install()
run()

/** Compares the versions of npm's last installation with the lockfile. */
function isInstalled() {
  const noted = join(modules, '.package-lock.json')
  if (!existsSync(noted)) return false
  const installed = packagesOf(noted)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, locked]) => {
    // optional packages may be for other platforms
    if (!path.includes('node_modules/') || locked.optional) return true
    return installed[path] !== undefined && installed[path].version === locked.version
  })
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages
}

function install() {
  const npm = spawnSync('npm', ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
  if (!(major(npm) >= 10)) fail(`npm 10 or later is needed; ${npm ? `this is ${npm}` : 'there is none'}.`)
  process.stderr.write('Installing packages (about a minute the first time)…\n')
  // scripts must run: one of them installs Node 24
  const options = ['--ignore-scripts=false', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const done = npmRun(['ci', ...options])
  if (done.signal) process.exit(130)
  if (done.status === 0) return
  // npm ci refuses a lockfile without binaries of other platforms; npm install takes the same versions from it
  process.stderr.write('npm ci did not finish; trying npm install…\n')
  if (npmRun(['install', '--no-save', ...options]).status !== 0) fail('The packages could not be installed.')
}

function npmRun(args) {
  // standard output is for the command only, for example keys for .env
  return spawnSync('npm', args, { cwd: root, stdio: ['ignore', process.stderr, 'inherit'] })
}

function run() {
  const bin = join(modules, '.bin')
  const child = spawn(join(bin, 'node'), ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    // the channel closes when this process ends, so the command notices
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // also for every process that the command starts: half the loading time, and less memory
      NODE_COMPILE_CACHE: join(root, '.data', 'compiled'),
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
    },
  })
  child.on('error', () =>
    fail('Node 24 is not where npm ci puts it; please remove node_modules and try again.'),
  )
  // on Ctrl-C the child may get the signal twice, which is harmless
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
  followNpm()
}

/**
 * A killed npm cannot pass the signal on, so we watch whether it still runs. The scripts in package.json use `exec`, so
 * that no shell is between npm and us.
 */
function followNpm() {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && process.exit(1), 1000).unref()
}

function major(version) {
  return Number(version.split('.')[0])
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
