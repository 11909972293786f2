import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../process/fail.ts'
import { root } from '../process/paths.ts'

/** Runs `infra/<folder>/<name>.ts`, which exports `run()` and throws on failure. */
export async function runByName(folder: string, name: string | undefined): Promise<number> {
  const place = join(root, 'infra', folder)
  const names = readdirSync(place)
    .filter((file) => /^[a-z-]+\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
  if (!name || !names.includes(name)) {
    throw new PlainError(`Which one? npm run ${folder} -- ${names.join(' | ')}`)
  }
  const { run } = await import(join(place, `${name}.ts`))
  await run()
  return 0
}
