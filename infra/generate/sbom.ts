import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/process/paths.ts'
import { type Bill, billOfMaterials, type Workspace } from './bill-of-materials.ts'
import { shipped } from './shipped.ts'

// docs/sbom.json: the shipped packages, from the lockfile
const workspaces: Workspace[] = shipped.map((folder) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
)
const chosen = workspaces.map(({ name }) => `--workspace=${name}`)
const output = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...chosen], {
  cwd: root,
  encoding: 'utf8',
})
const bill: Bill = JSON.parse(output)
const document = billOfMaterials(bill, workspaces)
writeFileSync(join(root, 'docs', 'sbom.json'), `${JSON.stringify(document, null, 1)}\n`)
process.stdout.write(`docs/sbom.json: ${document.components.length} components\n`)
