import { asyncApiDocument } from '@darsi/contracts/events/asyncapi.ts'
import { events } from '@darsi/contracts/events/events.ts'
import { readReceivers } from './receivers.ts'
import { writeDocument } from './write-document.ts'

writeDocument('asyncapi.json', asyncApiDocument(events, await readReceivers()))
