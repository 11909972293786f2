import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

function need(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the stories with npm run e2e`)
  return value
}

/** The running site under test. The test command starts it and passes its address. */
export const site = {
  url: need('E2E_URL'),
  mailUrl: need('E2E_MAIL_URL'),
  browser: need('E2E_BROWSER'),
}

/** What an attacker would have to steal first: the services' addresses and the signing keys. */
export const stolen = () => ({
  // `as`: the test command writes one address per service
  services: JSON.parse(need('E2E_SERVICES')) as Record<string, string>,
  authKeys: need('E2E_AUTH_KEYS'),
  identityKeys: need('E2E_IDENTITY_KEYS'),
})

/** The current process id of one of the site's processes, also if it is the first process of a container. */
function pidOf(name: string): number {
  const compose = process.env['E2E_COMPOSE']
  if (compose) return pidIn(compose, name.replace(/^front-/, 'dashboard-'))
  return Number(readFileSync(join(need('E2E_LOGS'), `${name}.pid`), 'utf8'))
}

/** Sends a signal to a process and its children. */
export function signal(name: string, what: NodeJS.Signals): void {
  process.kill(-pidOf(name), what)
}

function pidIn(compose: string, service: string): number {
  const [program = '', ...args] = compose.split(' ')
  const id = execFileSync(program, [...args, 'ps', '-q', service], { encoding: 'utf8' }).trim()
  return Number(execFileSync('docker', ['inspect', '-f', '{{.State.Pid}}', id], { encoding: 'utf8' }))
}
