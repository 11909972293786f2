import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { signingVariable } from '../keys/event-keys.ts'
import { keysOf } from '../keys/sealing-keys.ts'
import type { Secrets } from '../keys/secrets.ts'
import { root } from '../process/paths.ts'
import { dashboards, type FrontEnd, type Ports, type ServiceName, services } from '../process/site-ports.ts'
import type { Servers } from '../servers/backing.ts'

/** The erasure ledger in the data folder of a local site. */
export const ledgerFolder = 'erasure-ledger'

/** Uploaded files of a local site, sealed. */
const filesFolder = 'files'

type Environment = Record<string, string>
export type EnvironmentOptions = {
  ports: Ports
  addressesOf: Servers['addressesOf']
  secrets: Secrets
  /** Folder of the site's data. */
  dataDir: string
  /** For every service; overrides everything else. */
  extra: Readonly<Environment>
}

/**
 * The environment of each process, limited to what it needs: only auth has the signing key of tokens, only the gateway
 * that of identities, and each has its own users at the servers.
 */
export function serviceEnvironment(
  name: ServiceName,
  { ports, addressesOf, secrets, dataDir, extra }: EnvironmentOptions,
): Environment {
  const { SMTP_URL, MAILDEV_URL: _page, ...servers } = addressesOf(name)
  return {
    ...servers,
    ...keysOf(name, secrets),
    EVENT_SIGNING_KEYS: secrets[signingVariable(name)],
    EVENT_JWKS: secrets.EVENT_JWKS,
    IDENTITY_JWKS: secrets.IDENTITY_JWKS,
    PUBLIC_URL: siteUrl(ports),
    DEMO: 'true',
    ...(name === 'auth' ? { AUTH_KEYS: secrets.AUTH_KEYS } : {}),
    ...(name === 'notifications'
      ? {
          SMTP_URL,
          MAIL_FROM: 'no-reply@darsi.example',
          SUPPORT_EMAIL: 'support@darsi.example',
        }
      : {}),
    ...(name === 'users' || name === 'classroom'
      ? { FILE_STORAGE: pathToFileURL(join(dataDir, filesFolder)).href }
      : {}),
    ...(name === 'classroom'
      ? { LIVEKIT_URL: process.env['LIVEKIT_URL'] || `http://127.0.0.1:${ports.media}` }
      : {}),
    ...(name === 'admin' ? { ERASURE_LEDGER: join(dataDir, ledgerFolder) } : {}),
    ...extra,
    PORT: String(ports[name]),
  }
}

export function gatewayEnvironment({ ports, addressesOf, secrets, extra }: EnvironmentOptions): Environment {
  const address = (port: number) => `http://127.0.0.1:${port}`
  const remotes = dashboards.map((role) => [remoteVariable(role), address(ports[`front-${role}`])])
  return {
    REDIS_URL: addressesOf('gateway').REDIS_URL,
    IDENTITY_KEYS: secrets.IDENTITY_KEYS,
    PUBLIC_URL: siteUrl(ports),
    ...Object.fromEntries(services.map((name) => [`${name.toUpperCase()}_URL`, address(ports[name])])),
    SHELL_URL: address(ports['front-shell']),
    ...Object.fromEntries(remotes),
    ...extra,
    PORT: String(ports.gateway),
    OPS_PORT: String(ports.gatewayOps),
  }
}

/** Of one process that serves these front ends. */
export function frontEndEnvironment(
  names: readonly FrontEnd[],
  { ports, extra }: Pick<EnvironmentOptions, 'ports' | 'extra'>,
): Environment {
  const { DEMO = 'true' } = extra
  return {
    ROOT: names.map((name) => join(frontEndFolder(name), 'dist')).join(','),
    PORT: names.map((name) => ports[`front-${name}`]).join(','),
    DEMO,
  }
}

export function frontEndFolder(name: FrontEnd): string {
  return join(root, 'frontends', name === 'shell' ? 'shell' : `dashboards/${name}`)
}

export function siteUrl(ports: Ports): string {
  return `http://localhost:${ports.gateway}`
}

function remoteVariable(role: string): string {
  return `REMOTE_${role.toUpperCase().replaceAll('-', '_')}_URL`
}
