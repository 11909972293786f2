import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PlainError } from '../process/fail.ts'
import { browserFlags } from './browser-flags.ts'
import { browserPath } from './tools.ts'

const flags = ['--headless=new', '--remote-debugging-port=0', ...browserFlags]

/** A browser with an open debugging port, for a program that controls it. */
export async function debuggedBrowser(profile: string) {
  const path = browserPath()
  if (!path) throw new PlainError('There is no browser.')
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = once(child, 'exit')
  const port = await new Promise<number>((resolve, reject) => {
    // read to the end, or the browser blocks on its output
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
      if (found) resolve(Number(found))
    })
    gone.then(() => reject(new PlainError('The browser did not open its debugging port.')), reject)
  })
  return {
    port,
    close: async () => {
      child.kill()
      await gone
    },
  }
}
