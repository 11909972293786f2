import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PlainError } from '../process/fail.ts'
import { root } from '../process/paths.ts'

/** Runs the scenario `<name>.ts` of `infra/<folder>`, which exports `run()` and throws on failure. */
export async function runByName(folder: string, name: string | undefined): Promise<number> {
  const place = join(root, 'infra', folder)
  // `support` folders hold what scenarios share
  const files = globSync(['*.ts', '!(support)/*.ts'], { cwd: place }).filter(
    (file) => !file.includes('.test.'),
  )
  const file = files.find((one) => basename(one, '.ts') === name)
  if (!file) {
    const names = files.map((one) => basename(one, '.ts')).sort()
    throw new PlainError(`Which one? npm run ${folder} -- ${names.join(' | ')}`)
  }
  const { run } = await import(join(place, file))
  await run()
  return 0
}
