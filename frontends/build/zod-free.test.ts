import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const root = join(import.meta.dirname, '../..')
const contracts = join(root, 'packages/contracts/src')
const loads = /^(?:import|export) (?!type )[^'";]*from '([^']+)'/gm
const loadedBy = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(loads)].flatMap(([, from]) => from ?? [])

/** The files of contracts that this file imports, directly or not, and itself. */
function chain(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const from of loadedBy(file)) if (from.startsWith('.')) chain(join(dirname(file), from), seen)
  return seen
}

describe('the contracts in the front ends', () => {
  const sources = globSync(
    '{{packages/design,packages/client,frontends/*,frontends/dashboards/*}/src,frontends/features}/**/*.{ts,tsx}',
    {
      cwd: root,
    },
  )
  const pages = sources.filter((file) => !/\.test\.tsx?$|\/test\/|static-server/.test(file))

  it('contain no zod: it is large, and it tries to compile code, which the pages’ security policy forbids', () => {
    const withZod = pages.flatMap((page) =>
      loadedBy(join(root, page))
        .filter((from) => from.startsWith('@darsi/contracts/'))
        .filter((from) =>
          [...chain(join(contracts, from.slice('@darsi/contracts/'.length)))].some((file) =>
            loadedBy(file).includes('zod'),
          ),
        )
        .map((from) => `${page}: ${from}`),
    )
    expect(pages.length).toBeGreaterThan(100)
    expect(withZod).toEqual([])
  })
})
