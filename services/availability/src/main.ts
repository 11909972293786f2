import { createSealer } from '@darsi/kit/events/seal.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { createAvailabilityApp } from './app.ts'
import { config as readConfig } from './config.ts'
import { startDemoLessons } from './demo/demo-lessons.ts'
import { consumes, rowWriters } from './events.ts'
import { startLessonClock } from './flows/lesson-clock.ts'
import { seedDemoGrids } from './grid/demo.ts'
import { createCollections, createParts, outboxed } from './parts.ts'
import { addInitialPeriods } from './periods/initial-periods.ts'

const service = await createService('availability', readConfig())
const { config, connection, outbox, log } = service
const collections = createCollections(connection)
const feedSealer = createSealer(config.FEED_KEY)
const partsAt = (now: () => Date) =>
  createParts({
    connection,
    collections,
    outbox,
    now,
    feedSealer,
    publicUrl: config.PUBLIC_URL,
    meetingHosts: config.MEETING_LINK_HOSTS.split(','),
  })
// the database's time: a process with a wrong clock must not send reminders early or late
const parts = partsAt(service.clock.date)
let stopClock = async () => {}
let stopDemo = async () => {}

await runService(service, {
  collections: outboxed(collections),
  sealed: [
    { key: 'FEED_KEY', sealer: feedSealer, fields: [{ collection: collections.feeds, path: 'sealed' }] },
  ],
  consumes: consumes(parts),
  rowWriters: rowWriters(parts),
  prepare: async () => {
    const periods = { at: new Date(), demo: config.DEMO }
    await service.untilSuccess('initial periods', () => addInitialPeriods(parts.periods, periods))
    if (config.DEMO) await seedDemoGrids(parts.grids, new Date())
    stopClock = startLessonClock(parts, log)
    if (config.DEMO && config.DEMO_WEEKS > 0)
      stopDemo = startDemoLessons(
        { collections, outbox, publicUrl: config.PUBLIC_URL, partsAt, weeks: config.DEMO_WEEKS },
        log,
      )
  },
  app: (options) => createAvailabilityApp({ parts, ...options }),
  workers: [
    { name: 'lesson clock', stop: () => stopClock() },
    { name: 'demo', stop: () => stopDemo() },
  ],
})
