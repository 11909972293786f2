import type { Stored } from '@darsi/kit/documents.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { createAvailabilityApp } from './app.ts'
import { config as readConfig } from './config.ts'
import { seedDemoGrids } from './demo.ts'
import { consumes } from './events.ts'
import { createGridStore, gridModel } from './grid-store.ts'
import { outboxed, sessionModels } from './sessions/models.ts'
import { startSessionClock } from './sessions/session-clock.ts'
import { createSessions } from './sessions/sessions.ts'

const service = await createService('availability', readConfig())
const { config, connection, outbox, log } = service
const grids = gridModel(connection)
const models = sessionModels(connection)
const store = createGridStore(grids, outbox)
const sessions = createSessions({
  models,
  outbox,
  grids: store,
  now: () => new Date(),
  eventKey: config.EVENT_KEY,
})
let stopClock = async () => {}

await runService(service, {
  // `as`: each has an outbox, whatever else it holds
  models: [grids, ...outboxed(models)] as readonly Stored[],
  consumes: consumes(store, sessions),
  prepare: async () => {
    if (config.DEMO) await seedDemoGrids(store, new Date())
    stopClock = startSessionClock(sessions, log)
  },
  app: (options) => createAvailabilityApp({ store, sessions, publicUrl: config.PUBLIC_URL, ...options }),
  workers: [{ name: 'session clock', stop: () => stopClock() }],
})
