import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/paths.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { shipped } from './shipped.ts'

// docs/sbom.json: what is shipped, from the lockfile alone
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const document = billOfMaterials(lockfile, shipped)
writeFileSync(join(root, 'docs', 'sbom.json'), `${JSON.stringify(document, null, 1)}\n`)
process.stdout.write(`docs/sbom.json: ${document.components.length} components\n`)
