import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../local/process/paths.ts'
import { type Bill, billOfMaterials, type Workspace } from './bill-of-materials.ts'
import { shipped } from './shipped.ts'

/** The bill of materials (CycloneDX): the shipped packages, from the lockfile. */
export function shippedBill() {
  const workspaces: Workspace[] = shipped.map((folder) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
  )
  const chosen = workspaces.map(({ name }) => `--workspace=${name}`)
  const output = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...chosen], {
    cwd: root,
    encoding: 'utf8',
  })
  const bill: Bill = JSON.parse(output)
  return billOfMaterials(bill, workspaces)
}

/** Writes it into a file. */
export function writeBill(file: string): void {
  const document = shippedBill()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(document, null, 1)}\n`)
  process.stdout.write(`${file}: ${document.components.length} components\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeBill(join(root, '.data', 'sbom.json'))
