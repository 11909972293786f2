import { resolve } from 'node:path'

type Config = {
  /** One front end each; in an image it is one. */
  sites: { root: string; port: number }[]
  host: string
  demo: boolean
  /** Leads visitors of the closed pages to the landing page with the newsletter; staff log in by /login. */
  underConstruction: boolean
  /** For the shell: `<role>.json` in this folder replaces the built-in release of that dashboard. */
  releases: string | null
}

/**
 * Stops with all errors at once. Written without zod, because this server depends only on sirv. ROOT and PORT may be
 * lists separated by commas: `npm start` serves all front ends from one process.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { ROOT, PORT, HOST = '127.0.0.1', DEMO = 'false', UNDER_CONSTRUCTION = 'false', RELEASES } = env
  const roots = ROOT ? ROOT.split(',') : []
  const ports = (PORT || 'none').split(',').map(Number)
  const faults = [
    ...(env['PRODUCTION'] === 'true' ? examplesIn(env) : []),
    ...(roots.length > 0 ? [] : ['ROOT: the folder to serve is missing']),
    ...(ports.every(isPort) ? [] : ['PORT: a port number is missing']),
    ...(roots.length > 0 && roots.length !== ports.length
      ? ['PORT: as many ports are needed as there are folders in ROOT']
      : []),
  ]
  if (faults.length > 0) throw new Error(`configuration:\n${faults.join('\n')}`)
  return {
    sites: roots.map((root, index) => ({ root: resolve(root), port: ports[index] ?? 0 })),
    host: HOST,
    demo: DEMO === 'true',
    underConstruction: UNDER_CONSTRUCTION === 'true',
    releases: RELEASES ? resolve(RELEASES) : null,
  }
}

/** Of a trial; on pages of real people they would speak for somebody else. */
function examplesIn(env: NodeJS.ProcessEnv): string[] {
  const addresses = ['PUBLIC_URL', 'SUPPORT_EMAIL'].filter((name) => /\.example\b/.test(env[name] ?? ''))
  return [
    ...addresses.map((name) => `${name}: please set your own address in place of the example`),
    ...(env['SUPPORT_PHONE'] === '+216 71 000 000'
      ? ['SUPPORT_PHONE: please set your own number, or none, in place of the example']
      : []),
    ...(env['PUBLIC_URL'] ? ['OPERATOR_NAME', 'OPERATOR_ADDRESS'] : [])
      .filter((name) => !env[name])
      .map((name) => `${name}: please say who runs the site, and where`),
  ]
}

const isPort = (port: number) => Number.isInteger(port) && port >= 0 && port < 65_536
