import { join } from 'node:path'
import { hold } from '../local/process/hold.ts'
import { lifetime, main, say, unlessStopped } from '../local/process/main.ts'
import { root } from '../local/process/paths.ts'
import { defaultPorts } from '../local/process/site-ports.ts'
import { startServers } from '../local/servers/backing.ts'

// only the backing servers, for running a service by hand
await main(() =>
  hold(
    async (gaveUp) => {
      const dataDir = join(root, '.data')
      const options = { dataDir, ports: defaultPorts, open: true, say, gaveUp, stop: lifetime }
      const servers = await startServers(options)
      try {
        await unlessStopped(lifetime, servers.crew.ready())
      } catch (error) {
        await servers.stop()
        throw error
      }
      return servers
    },
    ({ addressesOf }) => {
      for (const [name, value] of Object.entries(addressesOf('operator')))
        if (value) say(`export ${name}=${value}`)
      say('\nCtrl-C stops them.')
    },
  ),
)
