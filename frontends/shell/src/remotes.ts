import type { Role } from '@darsi/contracts/roles.ts'
import { CONTRACT, type DashboardModule } from '@darsi/ui/dashboard-props.ts'
import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import * as React from 'react'
import * as ReactDom from 'react-dom'
import { loadConfig, type RemoteRelease } from './config.ts'

const timeout = 8_000
const trusted = new Map<string, string>()

/** A dashboard that speaks another version of the props than this shell. */
export class ContractError extends Error {}

/**
 * The dashboard's module, found through `/config.json` at run time. Its entry runs only if it has the hash that
 * the shell's origin names; the entry carries the hashes of its parts.
 */
export async function loadDashboard(role: Role, attempt: number): Promise<DashboardModule> {
  return inTime(load(role, attempt), `${role} dashboard`)
}

async function load(role: Role, attempt: number): Promise<DashboardModule> {
  const { remotes } = await loadConfig()
  const release = remotes[role]
  if (release === undefined) throw new Error(`config.json names no trusted release of the ${role} dashboard`)
  trusted.set(absolute(release.entry), release.integrity)
  preload(release)
  const name = `darsi_${role.replaceAll('-', '_')}`
  // force drops what the runtime remembers of the failed attempt
  const remote = { name, entry: absolute(release.entry), type: 'global', entryGlobalName: name } as const
  federation.registerRemotes([remote], { force: attempt > 0 })
  const module = await federation.loadRemote(`${name}/dashboard`)
  if (!isDashboard(module)) throw new Error(`${name} exposes no dashboard`)
  if (module.contract !== CONTRACT) throw new ContractError(`${name} speaks contract ${module.contract}`)
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
    script.src = url
    return { script, timeout }
  },
}

const shared = (lib: () => unknown, version: string) => ({
  version,
  lib,
  shareConfig: { singleton: true, requiredVersion: `^${version}` },
})

// dashboards are built without the runtime's core and take this one
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

/** The parts are asked for together with the entry instead of after it. */
function preload({ parts }: RemoteRelease) {
  for (const { href, integrity } of parts) {
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = href.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = 'anonymous'
    link.integrity = integrity
    link.href = href
    document.head.append(link)
  }
}

function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what}: no answer in ${timeout} ms`)), timeout)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const absolute = (path: string) => new URL(path, location.href).href

const isDashboard = (module: unknown): module is DashboardModule =>
  typeof module === 'object' && module !== null && 'Dashboard' in module && 'contract' in module
