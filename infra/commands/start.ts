import { join } from 'node:path'
import { main, PlainError } from '../local/fail.ts'
import { root } from '../local/paths.ts'
import { defaultPorts, startSite } from '../local/site.ts'
import { untilStopped } from '../local/terminal.ts'

await main(async () => {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const started = performance.now()
  const stopped = untilStopped()
  const site = await Promise.race([
    startSite({
      dataDir: join(root, '.data'),
      ports: defaultPorts,
      say,
      gaveUp: stopped.fail,
      watchFiles: process.argv.includes('--watch'),
    }),
    stopped.asked.then(() => null),
  ])
  if (!site) throw new PlainError('Stopped before everything was up.')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`
Darsi is running (${seconds} s).

  Site          ${site.url}
  Caught mail   ${site.mailUrl}
  Logs          .data/log/

  Demo accounts are listed on the login page: ${site.url}/login
  Ctrl-C stops everything; npm run reset forgets all data.
`)
  const failure = await stopped.asked
  say('Stopping…')
  await site.stop()
  if (failure) throw failure
  return 0
})
