import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Writes the public pages with the operator's settings, where these are not the ones of the build: an image serves any
 * site. In a process of its own, because rendering takes memory that serving does not need.
 * @param root `dist` of a front end
 * @returns the folder of the pages; null if those of the build are right, or the front end has none
 * @throws Error if they cannot be written: a site under another one's name must not start
 */
export function ownPages(root: string, env: NodeJS.ProcessEnv): string | null {
  const program = join(root, '.build/pages/write-pages.mjs')
  const record = join(root, '.build/pages.json')
  if (!existsSync(program) || !existsSync(record)) return null
  // `as`: written by the build
  const built = JSON.parse(readFileSync(record, 'utf8')) as { env: Record<string, string> }
  const names = Object.keys(built.env).filter((name) => (env[name] ?? built.env[name]) !== built.env[name])
  if (names.length === 0) return null
  const pages = mkdtempSync(join(tmpdir(), 'pages-'))
  const { status, error, stderr } = spawnSync(process.execPath, [program, root, pages], {
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The pages could not be written: ${error?.message ?? stderr}`)
  return pages
}
