import { writeFileSync } from 'node:fs'
import { openApiDocument } from '@darsi/contracts/calls/openapi.ts'
import { outerTables } from '@darsi/contracts/calls/tables.ts'

const file = new URL('../../docs/openapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(openApiDocument(outerTables), null, 2)}\n`)
