import { writeFileSync } from 'node:fs'
import { asyncApiDocument } from '@darsi/contracts/events/asyncapi.ts'
import { events } from '@darsi/contracts/events/events.ts'
import { readReceivers } from './receivers.ts'

const file = new URL('../../docs/asyncapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(asyncApiDocument(events, await readReceivers()), null, 2)}\n`)
