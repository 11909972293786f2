import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PlainError } from '../local/process/fail.ts'
import { root } from '../local/process/paths.ts'
import { runProgram } from '../local/tools/programs.ts'

/** The chart as `darsi-<version>.tgz`. With a registry, its images come from there by default. */
export async function packageChart(folder: string, { helm, registry }: { helm: string; registry: string }) {
  const work = mkdtempSync(join(tmpdir(), 'darsi-chart-'))
  try {
    const chart = join(work, 'darsi')
    // some of its files are links into other folders
    cpSync(join(root, 'infra/k8s/darsi'), chart, { recursive: true, dereference: true })
    if (registry) {
      const values = join(chart, 'values.yaml')
      const text = readFileSync(values, 'utf8')
      writeFileSync(values, text.replace(/^ {2}registry: .*$/m, `  registry: ${registry}`))
    }
    const { code, output } = await runProgram({ command: helm, args: ['package', chart, '-d', folder] })
    if (code !== 0) throw new PlainError(`The chart could not be packaged:\n${output}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const sums = 'SHA256SUMS'

/** Checksums of all files of the release, as `sha256sum --check` reads them. */
export function writeSums(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => name !== sums)
    .toSorted()
  const lines = files.map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(folder, name)))
    return `${hash.digest('hex')}  ${name}\n`
  })
  writeFileSync(join(folder, sums), lines.join(''))
}
