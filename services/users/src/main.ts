import { createSealer } from '@darsi/kit/events/seal.ts'
import { createOnlineAmong } from '@darsi/kit/identity/presence.ts'
import { keepRetention } from '@darsi/kit/mongo/retention.ts'
import { readGauge } from '@darsi/kit/observability/metrics.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { createStorage } from '@darsi/kit/storage/create-storage.ts'
import { createSealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import { createUsersApp } from './app.ts'
import { config as readConfig } from './config.ts'
import { startDemo } from './demo.ts'
import { consumes, rowWriters } from './events.ts'
import { createParts } from './parts.ts'
import { createRemovals } from './retention.ts'
import { startSweeper } from './sweeper.ts'

const service = await createService('users', readConfig())
const sealer = createSealer(service.config.MESSAGE_KEY)
const fileSealer = createSealer(service.config.FILE_KEY)
const redis = connectRedis(service.config.REDIS_URL, service.log)
const parts = createParts(service.connection, {
  outbox: service.outbox,
  sealer,
  files: createSealedFiles(createStorage(service.config), fileSealer),
  approvalRequires: service.config.APPROVAL_REQUIRES,
  publicUrl: service.config.PUBLIC_URL,
  onlineAmong: createOnlineAmong(redis),
  now: service.clock.date,
})
readGauge(
  service.metrics.registry,
  { name: 'teacher_index_stream_open', help: '1 while a change stream keeps the search index fresh.' },
  async () => [{ value: parts.teacherIndex.isStreaming() ? 1 : 0 }],
)
let stopSweeper = async () => {}
let stopRetention = async () => {}
let stopDemo = async () => {}

await runService(service, {
  collections: parts.outboxed,
  sealed: [
    { key: 'MESSAGE_KEY', sealer, fields: parts.sealed.messages },
    { key: 'FILE_KEY', sealer: fileSealer, fields: parts.sealed.files },
  ],
  consumes: consumes(parts),
  rowWriters: rowWriters(parts),
  app: (options) => createUsersApp({ parts, ...options }),
  prepare: async () => {
    stopSweeper = startSweeper({ ...parts, log: service.log })
    stopRetention = keepRetention(createRemovals(parts), service.log, service.clock.date)
    if (service.config.DEMO)
      stopDemo = startDemo(parts, { log: service.log, weeks: service.config.DEMO_WEEKS })
    parts.teacherIndex.start(service.log)
  },
  ready: async () => {
    if (!parts.teacherIndex.isLoaded()) throw new Error('the search index is being loaded')
  },
  workers: [
    { name: 'connections', stop: () => stopSweeper() },
    { name: 'retention', stop: () => stopRetention() },
    { name: 'demo', stop: () => stopDemo() },
    { name: 'search', stop: parts.teacherIndex.stop },
    { name: 'redis', stop: () => redis.disconnect() },
  ],
})
