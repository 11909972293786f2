import { createService, runService } from '@darsi/kit/service.ts'
import { createUsersApp } from './app.ts'
import { config as readConfig } from './config.ts'
import { startDemo } from './connections/demo.ts'
import { startSweeper } from './connections/sweeper.ts'
import { consumes } from './events.ts'
import { migrations } from './migrations.ts'
import { createParts } from './parts.ts'

const service = await createService('users', readConfig())
const parts = createParts(service.connection, service.outbox, service.sealer)
let stopSweeper = async () => {}
let stopDemo = async () => {}

await runService(service, {
  models: parts.outboxed,
  migrations: migrations(parts),
  consumes: consumes(parts),
  app: (options) => createUsersApp({ parts, ...options }),
  prepare: async () => {
    stopSweeper = startSweeper({ ...parts, log: service.log })
    if (service.config.DEMO) stopDemo = startDemo(parts, service.log)
    parts.teacherIndex.start(service.log)
  },
  workers: [
    { name: 'connections', stop: () => stopSweeper() },
    { name: 'demo', stop: () => stopDemo() },
    { name: 'search', stop: parts.teacherIndex.stop },
  ],
})
