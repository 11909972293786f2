import { join } from 'node:path'
import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import { hold } from '../process/hold.ts'
import { lifetime, say } from '../process/main.ts'
import { root } from '../process/paths.ts'
import { defaultPorts } from '../process/site-ports.ts'
import { type Site, startSite } from './site.ts'

/** The site of `npm start` and `npm run dev`, until Ctrl-C. */
export function runSite({ watchFiles }: { watchFiles: boolean }): Promise<number> {
  const started = performance.now()
  const { DEMO = 'true', DEMO_WEEKS = '12' } = process.env
  const options = {
    dataDir: join(root, '.data'),
    ports: defaultPorts,
    env: { DEMO, DEMO_WEEKS },
    say,
    watchFiles,
    oneFrontServer: true,
  }
  return hold(
    (gaveUp) => startSite({ ...options, gaveUp, stop: lifetime }),
    (site) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      say(`
Darsi is running (${seconds} s).

${addressesOf(site)}${DEMO === 'true' ? `\n\n${demo()}` : ''}

  Ctrl-C stops everything; npm run reset forgets all data.
`)
    },
  )
}

function addressesOf({ url, mailUrl }: Site): string {
  const lines = [`  Site          ${url}`, ...(mailUrl ? [`  Caught mail   ${mailUrl}`] : [])]
  return [...lines, '  Logs          .data/log/'].join('\n')
}

function demo(): string {
  const accounts = demoAccounts.map(({ role, email }) => `    ${role.padEnd(12)}  ${email}`)
  return [`  Demo accounts, each with the password ${demoPassword}`, ...accounts].join('\n')
}
