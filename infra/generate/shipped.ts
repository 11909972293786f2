import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/process/paths.ts'

/** Folders of the workspaces that run in production or in the browser, without tests and tools. */
export const shipped: readonly string[] = [
  'gateway',
  'packages/contracts',
  'packages/kit',
  'packages/design',
  'packages/client',
  ...foldersIn('services'),
  'frontends/features',
  'frontends/design-system',
  'frontends/shell',
  ...foldersIn('frontends/dashboards'),
  'frontends/static-server',
]

/** Every package that they declare themselves, with the locked version. */
export function directDependencies(): Map<string, string> {
  const found = new Map<string, string>()
  for (const folder of shipped) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    // `as`: npm's own format
    for (const [name, version] of Object.entries(dependencies as Record<string, string>))
      if (!name.startsWith('@darsi/')) found.set(name, version)
  }
  return found
}

function foldersIn(place: string): string[] {
  return readdirSync(join(root, place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${place}/${name}`)
}
