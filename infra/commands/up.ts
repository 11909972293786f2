import { join } from 'node:path'
import { startServers } from '../local/backing.ts'
import { hold } from '../local/hold.ts'
import { lifetime, main, say, unlessStopped } from '../local/main.ts'
import { root } from '../local/paths.ts'
import { defaultPorts } from '../local/site-ports.ts'

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
