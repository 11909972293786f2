import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Role, roles } from '@darsi/contracts/roles.ts'
import type { Release } from '../../build/release-remote.ts'
import type { RemoteRelease, ShellConfig } from '../src/config.ts'

/*
 * `npm run release -w @darsi/shell`: writes `config.json`, the releases of the dashboards that this shell trusts,
 * from their builds. To deploy a dashboard on its own, put its files beside the old ones, then change its entry
 * and hashes here; to roll back, put the earlier values in again.
 */
const remotes: Partial<Record<Role, RemoteRelease>> = {}
for (const role of roles) {
  const file = resolve(import.meta.dirname, `../../dashboards/${role}/dist/integrity.json`)
  // `as`: written by the dashboard's build
  if (existsSync(file)) remotes[role] = trust(role, JSON.parse(readFileSync(file, 'utf8')) as Release)
}
// `demo` belongs to where the shell runs, so its server adds it
const config: Omit<ShellConfig, 'demo'> = { remotes }
writeFileSync(resolve(import.meta.dirname, '../dist/config.json'), `${JSON.stringify(config, null, 2)}\n`)

function trust(role: Role, { entry, preload, files }: Release): RemoteRelease {
  const part = (name: string) => ({ href: `/remotes/${role}/${name}`, integrity: files[name] ?? '' })
  const { href, integrity } = part(entry)
  return { entry: href, integrity, parts: preload.map(part) }
}
