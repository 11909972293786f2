import { openApiDocument } from '@darsi/contracts/calls/openapi.ts'
import { outerTables } from '@darsi/contracts/calls/tables.ts'
import { writeDocument } from './write-document.ts'

writeDocument('openapi.json', openApiDocument(outerTables))
