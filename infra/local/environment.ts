import { join } from 'node:path'
import type { ServerAddresses } from './backing.ts'
import { root } from './paths.ts'
import type { Secrets } from './secrets.ts'
import { dashboards, type FrontEnd, type Ports, type ServiceName, services } from './site-ports.ts'

type Environment = Record<string, string>
export type Surroundings = {
  ports: Ports
  servers: ServerAddresses
  secrets: Secrets
  /** For every service, stronger than all else. */
  extra: Readonly<Environment>
}

/** What each process reads, and no more: the signing key of the tokens is auth's alone, that of identities the gateway's. */
export function serviceEnvironment(
  name: ServiceName,
  { ports, servers, secrets, extra }: Surroundings,
): Environment {
  return {
    MONGO_URL: servers.MONGO_URL,
    KAFKA_BROKERS: servers.KAFKA_BROKERS,
    REDIS_URL: servers.REDIS_URL,
    EVENT_KEY: secrets.EVENT_KEY,
    IDENTITY_JWKS: secrets.IDENTITY_JWKS,
    PUBLIC_URL: siteUrl(ports),
    DEMO: 'true',
    ...(name === 'auth' ? { AUTH_KEYS: secrets.AUTH_KEYS } : {}),
    ...(name === 'notifications'
      ? {
          SMTP_URL: servers.SMTP_URL,
          MAIL_FROM: 'no-reply@darsi.example',
          SUPPORT_EMAIL: 'support@darsi.example',
        }
      : {}),
    ...extra,
    PORT: String(ports[name]),
  }
}

export function gatewayEnvironment({ ports, servers, secrets, extra }: Surroundings): Environment {
  const address = (port: number) => `http://127.0.0.1:${port}`
  const remotes = dashboards.map((role) => [remoteVariable(role), address(ports[`front-${role}`])])
  return {
    REDIS_URL: servers.REDIS_URL,
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

export function frontEndEnvironment(
  name: FrontEnd,
  { ports, extra }: Pick<Surroundings, 'ports' | 'extra'>,
): Environment {
  const { DEMO = 'true' } = extra
  return { ROOT: join(frontEndFolder(name), 'dist'), PORT: String(ports[`front-${name}`]), DEMO }
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
