import { resolve } from 'node:path'

type Config = {
  root: string
  port: number
  host: string
  demo: boolean
  /** For the shell: `<role>.json` in this folder replaces the built-in release of that dashboard. */
  releases: string | null
}

/** Stops with all errors at once. Written without zod, because this server depends only on sirv. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { ROOT, PORT, HOST = '127.0.0.1', DEMO = 'false', RELEASES } = env
  const port = Number(PORT)
  const faults = [
    ...(ROOT ? [] : ['ROOT: the folder to serve is missing']),
    ...(PORT && Number.isInteger(port) && port >= 0 && port < 65_536
      ? []
      : ['PORT: a port number is missing']),
  ]
  if (!ROOT || faults.length > 0) throw new Error(`configuration:\n${faults.join('\n')}`)
  return {
    root: resolve(ROOT),
    port,
    host: HOST,
    demo: DEMO === 'true',
    releases: RELEASES ? resolve(RELEASES) : null,
  }
}
