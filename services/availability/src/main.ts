import { createService, runService } from '@darsi/kit/service.ts'
import { createAvailabilityApp } from './app.ts'
import { config as readConfig } from './config.ts'
import { consumes } from './events.ts'
import { createGridStore, gridModel } from './grid-store.ts'

const service = await createService('availability', readConfig())
const { connection, outbox } = service
const grids = gridModel(connection)
const store = createGridStore(grids, outbox)

await runService(service, {
  models: [grids],
  consumes: consumes(store),
  app: (options) => createAvailabilityApp({ store, ...options }),
})
