import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf } from '@darsi/contracts/reference/languages.ts'
import { say } from '../process/main.ts'
import { root } from '../process/paths.ts'
import type { Counts } from './steps.ts'

const dist = join(root, 'frontends', 'shell', 'dist')

/** Each public page, as it was built, can be read before any script runs: it has its heading and its language. */
export async function builtPages(): Promise<Counts> {
  const read = (file: string) => readFileSync(join(dist, file), 'utf8')
  // the addresses behind the login hold the application, which needs its script
  const app = read('app.html')
  const pages = globSync('**/*.html', { cwd: dist }).filter((file) => read(file) !== app)
  const unreadable = pages.filter((file) => {
    const html = read(file)
    return !/<h1[^>]*>[^<]/.test(html) || !html.includes(`lang="${placeOf(`/${file}`).language}"`)
  })
  for (const file of unreadable) say(`${file} has no heading, or not its language, without JavaScript`)
  return { passed: pages.length - unreadable.length, failed: unreadable.length }
}
