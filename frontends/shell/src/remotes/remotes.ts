import { CONTRACT, type DashboardModule } from '@darsi/client/dashboard/dashboard-props.ts'
import { scriptAddress } from '@darsi/client/script-address.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import * as React from 'react'
import * as ReactDom from 'react-dom'
import { takeAhead, warm } from './ahead.ts'
import { loadConfig } from './config.ts'

const timeout = 8_000
const trusted = new Map<string, string>()

/** A dashboard for another version of the props than this shell's. */
export class ContractError extends Error {}

const loading = new Map<Role, Promise<DashboardModule>>()
const loaded = new Map<Role, DashboardModule>()
const failures = new Map<Role, number>()

/**
 * The dashboard's module, found through `/config.json` at run time. Its entry runs only if its hash matches the one
 * from the shell's origin; the entry contains the hashes of its parts. After a failure the next call tries again.
 */
export function loadDashboard(role: Role): Promise<DashboardModule> {
  const known = loading.get(role)
  if (known !== undefined) return known
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(new Error(`${role}: no answer in ${timeout} ms`)), timeout)
  const started = Promise.race([load(role, giveUp.signal), aborted(giveUp.signal)])
    .catch((error: unknown) => {
      loading.delete(role)
      failures.set(role, (failures.get(role) ?? 0) + 1)
      giveUp.abort()
      throw error
    })
    .finally(() => clearTimeout(timer))
  loading.set(role, started)
  return started
}

/** The dashboard's module if it is loaded: it renders without a loading state. */
export const loadedDashboard = (role: Role): DashboardModule | undefined => loaded.get(role)

async function load(role: Role, signal: AbortSignal): Promise<DashboardModule> {
  const ahead = takeAhead()
  const { remotes } = await (ahead?.config.catch(() => loadConfig(signal)) ?? loadConfig(signal))
  const release = remotes[role]
  if (release === undefined) throw new Error(`config.json names no trusted release of the ${role} dashboard`)
  const failed = failures.get(role) ?? 0
  // a new address, because the browser would wait for a hanging request instead of sending it again
  const entry = absolute(failed === 0 ? release.entry : `${release.entry}?attempt=${failed}`)
  trusted.set(entry, release.integrity)
  if (ahead?.role !== role) warm(release, signal)
  const name = `darsi_${role.replaceAll('-', '_')}`
  // force removes the failed attempt from the runtime's cache
  federation.registerRemotes([{ name, entry, type: 'global', entryGlobalName: name }], { force: failed > 0 })
  const module = await federation.loadRemote(`${name}/dashboard`)
  if (!isDashboard(module)) throw new Error(`${name} exposes no dashboard`)
  if (module.contract !== CONTRACT) throw new ContractError(`${name} speaks contract ${module.contract}`)
  loaded.set(role, module)
  return module
}

const trustedScripts: ModuleFederationRuntimePlugin = {
  name: 'trusted-scripts',
  createScript({ url }) {
    const integrity = trusted.get(absolute(url))
    if (integrity === undefined) throw new Error(`${url} is not in config.json`)
    const script = document.createElement('script')
    script.integrity = integrity
    script.crossOrigin = 'anonymous'
    script.src = scriptAddress(url)
    // shorter than the total time limit, so that the runtime has given up before a retry
    return { script, timeout: timeout - 1_000 }
  },
}

const shared = (lib: () => unknown, version: string) => ({
  version,
  lib,
  shareConfig: { singleton: true, requiredVersion: `^${version}` },
})

// dashboards are built without the runtime's core and use this one
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })

const federation = createInstance({
  name: 'darsi_shell',
  remotes: [],
  shared: {
    react: shared(() => React, React.version),
    'react-dom': shared(() => ReactDom, ReactDom.version),
  },
  plugins: [trustedScripts],
  shareStrategy: 'loaded-first',
})

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

const absolute = (path: string) => new URL(path, location.href).href

const isDashboard = (module: unknown): module is DashboardModule =>
  typeof module === 'object' && module !== null && 'Dashboard' in module && 'contract' in module
