import { join } from 'node:path'
import { hold } from './hold.ts'
import { lifetime, say } from './main.ts'
import { root } from './paths.ts'
import { startSite } from './site.ts'
import { defaultPorts } from './site-ports.ts'

/** The site of `npm start` and `npm run dev`, until Ctrl-C. */
export function runSite({ watchFiles }: { watchFiles: boolean }): Promise<number> {
  const started = performance.now()
  const { DEMO = 'true' } = process.env
  return hold(
    (gaveUp) =>
      startSite({
        dataDir: join(root, '.data'),
        ports: defaultPorts,
        env: { DEMO },
        say,
        gaveUp,
        stop: lifetime,
        watchFiles,
      }),
    (site) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      say(`
Darsi is running (${seconds} s).

  Site          ${site.url}${site.mailUrl && `\n  Caught mail   ${site.mailUrl}`}
  Logs          .data/log/

  Demo accounts are listed on the login page: ${site.url}/login
  Ctrl-C stops everything; npm run reset forgets all data.
`)
    },
  )
}
