import { writeFileSync } from 'node:fs'
import { openApiDocument } from '@darsi/contracts/openapi.ts'
import { tables } from '@darsi/contracts/tables.ts'

const file = new URL('../../docs/openapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(openApiDocument(tables), null, 2)}\n`)
