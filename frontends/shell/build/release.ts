import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Role, roles } from '@darsi/contracts/reference/roles.ts'
import type { RemoteRelease, ShellConfig } from '../src/remotes/config.ts'

/*
 * `npm run release -w @darsi/shell`: writes `config.json`, the dashboard releases that this shell trusts, from their
 * builds. To replace one dashboard alone, put its `release.json` into the RELEASES folder of the shell's server, which
 * then serves that one instead.
 */
const remotes: Partial<Record<Role, RemoteRelease>> = {}
for (const role of roles) {
  const file = resolve(import.meta.dirname, `../../dashboards/${role}/dist/release.json`)
  // `as`: written by the dashboard's build
  if (existsSync(file)) remotes[role] = JSON.parse(readFileSync(file, 'utf8')) as RemoteRelease
}
// the server adds `demo`, because it depends on the installation
const config: Omit<ShellConfig, 'demo'> = { remotes }
writeFileSync(resolve(import.meta.dirname, '../dist/config.json'), `${JSON.stringify(config, null, 2)}\n`)
