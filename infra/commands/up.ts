import { join } from 'node:path'
import { main } from '../local/fail.ts'
import { root } from '../local/paths.ts'
import { defaultPorts, startServers } from '../local/site.ts'
import { untilStopped } from '../local/terminal.ts'

await main(async () => {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const stopped = untilStopped()
  const { children, servers } = await startServers({
    dataDir: join(root, '.data'),
    ports: defaultPorts,
    say,
    gaveUp: stopped.fail,
  })
  await Promise.all(children.map((child) => child.ready()))
  for (const [name, value] of Object.entries(servers)) say(`${name}=${value}`)
  say('Ctrl-C stops them.')
  const failure = await stopped.asked
  await Promise.all(children.map((child) => child.stop()))
  if (failure) throw failure
  return 0
})
