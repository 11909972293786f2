import { createSealer } from '@darsi/kit/events/seal.ts'
import { createIdentityVerifier } from '@darsi/kit/identity/identity.ts'
import { keepRetention } from '@darsi/kit/mongo/retention.ts'
import { createService, runService } from '@darsi/kit/service.ts'
import { createStorage } from '@darsi/kit/storage/create-storage.ts'
import { createClassroomApp } from './app.ts'
import { startClassroom } from './classroom.ts'
import { config as readConfig } from './config.ts'
import { consumes, rowWriters } from './events.ts'
import { createLiveKit } from './media/livekit.ts'
import { createCollections, outboxed } from './parts.ts'
import { createRetention } from './retention.ts'
import { watchRooms } from './sockets/room-metrics.ts'

const config = readConfig()
const service = await createService('classroom', config)
const { connection, outbox, metrics, log } = service
const collections = createCollections(connection)
const sealer = createSealer(config.BOARD_KEY)
const [secret = ''] = config.LIVEKIT_SECRET.split(',')
const engine = createLiveKit({ url: config.LIVEKIT_URL, key: config.LIVEKIT_KEY, secret, log })
const classroom = startClassroom({
  ...{ connection, collections, outbox, engine, sealer, log },
  storage: createStorage(config),
  redisUrl: config.REDIS_URL,
  publicUrl: config.PUBLIC_URL,
  verifyIdentity: createIdentityVerifier('classroom', config.IDENTITY_JWKS, service.clock.now),
  now: service.clock.date,
})
const { parts, registry } = classroom
watchRooms(metrics.registry, { rooms: collections.rooms, seats: collections.seats, registry, engine })
let stopRetention = async () => {}

await runService(service, {
  collections: outboxed(collections),
  sealed: [
    {
      ...{ key: 'BOARD_KEY', sealer },
      fields: [
        { collection: collections.pages, path: 'sealed' },
        { collection: collections.pictures, path: 'file.sealedKey' },
        { collection: collections.reports, path: 'sealedBoard' },
        { collection: collections.reports, path: 'pictures.file.sealedKey' },
      ],
    },
  ],
  consumes: consumes(parts),
  rowWriters: rowWriters(parts),
  prepare: async () => {
    classroom.start()
    stopRetention = keepRetention(createRetention(parts), log, service.clock.date)
  },
  app: (options) => createClassroomApp({ parts, ...options }),
  upgrade: classroom.upgrade,
  redis: classroom.redis,
  // a socket never ends by itself
  streams: [{ name: 'sockets', stop: classroom.stopSockets }],
  workers: [
    { name: 'retention', stop: () => stopRetention() },
    { name: 'rooms', stop: classroom.stop },
  ],
})
