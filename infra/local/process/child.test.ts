import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type Child, startChild } from './child.ts'
import { notedProcess, stopLeftovers } from './leftovers.ts'
import { takeLock } from './lock.ts'

const started: Child[] = []
const folders: string[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((child) => child.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'darsi-child-'))
  folders.push(folder)
  return folder
}

/** A process that creates a file when it is ready, and runs until it is stopped or exits. */
function start(script: string, command = 'sh') {
  const folder = newFolder()
  const sign = join(folder, 'ready')
  const said: string[] = []
  const gaveUp: string[] = []
  const child = startChild(
    {
      name: 'auth',
      command,
      args: ['-c', script.replace('READY', `touch ${sign}`)],
      cwd: folder,
      logFile: join(folder, 'log', 'auth.log'),
      noteFile: join(folder, 'run', 'site', 'auth'),
      patienceMs: 500,
      ready: async () => existsSync(sign),
    },
    { say: (text) => said.push(text), gaveUp: (error) => gaveUp.push(error.message) },
  )
  started.push(child)
  return { child, folder, said, gaveUp }
}

async function until(check: () => boolean): Promise<void> {
  for (let waited = 0; waited < 10_000 && !check(); waited += 20) await sleep(20)
  expect(check()).toBe(true)
}

const isRunning = (pid: number | undefined) => {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a supervised process', () => {
  it('that dies during its start is an error with its name and the end of its log', async () => {
    const { child } = start('echo the port is wrong; exit 3')
    await expect(child.ready()).rejects.toThrow(/auth ended \(code 3\)[\s\S]*the port is wrong/)
  })

  it('that cannot be started is an error with its name', async () => {
    const { child } = start('exec /nowhere/program')
    await expect(child.ready()).rejects.toThrow(/auth ended/)
  })

  it('that dies later is restarted, with a line in the log', async () => {
    const { child, said } = start('READY; exec sleep 60')
    await child.ready()
    const first = child.pid()
    await child.kill('SIGKILL')
    await until(() => child.pid() !== first && isRunning(child.pid()))
    expect(said).toEqual(['auth ended (SIGKILL) and is started again.'])
  })

  it('that dies five times within a minute is not restarted any more', async () => {
    const { child, gaveUp } = start('test -e again && exit 7; touch again; READY; sleep 1; exit 7')
    await child.ready()
    await until(() => gaveUp.length > 0)
    expect(gaveUp[0]).toMatch(/auth ended 5 times within a minute/)
  })

  it('stays away while it is stopped, and comes back when it is started', async () => {
    const { child } = start('READY; exec sleep 60')
    await child.ready()
    const first = child.pid()
    await child.stop()
    expect(isRunning(first)).toBe(false)
    child.start()
    await child.ready()
    expect(isRunning(child.pid())).toBe(true)
  })

  it('that ignores SIGTERM is killed after a timeout, together with its child processes', async () => {
    const { child, folder } = start(
      `trap '' TERM; sleep 60 & echo $! > ${join(tmpdir(), `grandchild-${process.pid}`)}; READY; wait; wait`,
    )
    await child.ready()
    const grandchild = Number(readFileSync(join(tmpdir(), `grandchild-${process.pid}`), 'utf8'))
    await child.stop()
    await until(() => !isRunning(grandchild) && !isRunning(child.pid()))
    expect(existsSync(join(folder, 'run', 'site', 'auth'))).toBe(false)
  })

  it('left behind by a launcher that was killed is stopped by the next one', async () => {
    const { child, folder } = start('READY; exec sleep 60')
    await child.ready()
    const note = join(folder, 'run', 'site', 'auth')
    expect(notedProcess(note)).toBe(child.pid())
    const heard: string[] = []
    const left = child.pid()
    await stopLeftovers(join(folder, 'run', 'site'), (text) => heard.push(text))
    await until(() => !isRunning(left))
    expect(heard).toEqual(['Stopping what an earlier start left behind…'])
  })
})

describe('a data folder', () => {
  it('is used by one launcher at a time', async () => {
    const folder = newFolder()
    const lock = await takeLock(folder, 'site', () => {})
    await expect(takeLock(folder, 'site', () => {})).rejects.toThrow(
      `Darsi is already running from this folder (process ${process.pid})`,
    )
    const other = await takeLock(folder, 'servers', () => {})
    lock.release()
    other.release()
    await expect(takeLock(folder, 'site', () => {})).resolves.toBeDefined()
  })
})

describe('a launcher that is killed', () => {
  it('leaves nothing running', async () => {
    const program = `
      const { spawnGroup } = await import('${join(import.meta.dirname, 'groups.ts')}')
      console.log(spawnGroup('sleep', ['60'], { stdio: 'ignore' }).pid)
      setInterval(() => {}, 1000)`
    const launcher = spawn(process.execPath, ['--input-type=module', '--eval', program])
    const [chunk] = await once(launcher.stdout, 'data')
    const pid = Number(String(chunk))
    expect(isRunning(pid)).toBe(true)
    launcher.kill('SIGKILL')
    await until(() => !isRunning(pid))
  })
})
