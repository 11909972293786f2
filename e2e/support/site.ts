import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

function need(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the stories with npm run e2e`)
  return value
}

/** The running site that the stories act on; the test command starts it and says where it is. */
export const site = {
  url: need('E2E_URL'),
  mailUrl: need('E2E_MAIL_URL'),
  browser: need('E2E_BROWSER'),
}

/** What an attacker would have to steal first: the addresses of the services and the keys that sign. */
export const stolen = () => ({
  // `as`: the test command writes one address per service
  services: JSON.parse(need('E2E_SERVICES')) as Record<string, string>,
  authKeys: need('E2E_AUTH_KEYS'),
  identityKeys: need('E2E_IDENTITY_KEYS'),
})

/** Process id of one of the site's processes, as it runs now, also when it is the first one of a container. */
export function pidOf(name: string): number {
  const compose = process.env['E2E_COMPOSE']
  if (compose) return pidIn(compose, name.replace(/^front-/, 'dashboard-'))
  return Number(readFileSync(join(need('E2E_LOGS'), `${name}.pid`), 'utf8'))
}

/** Sends a signal to a process and all that it started. */
export function signal(name: string, what: NodeJS.Signals): void {
  process.kill(-pidOf(name), what)
}

function pidIn(compose: string, service: string): number {
  const [program = '', ...args] = compose.split(' ')
  const id = execFileSync(program, [...args, 'ps', '-q', service], { encoding: 'utf8' }).trim()
  return Number(execFileSync('docker', ['inspect', '-f', '{{.State.Pid}}', id], { encoding: 'utf8' }))
}
