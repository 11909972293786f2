import { globSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueProblems } from '@darsi/contracts/reference/i18n/catalogue-check.ts'
import { describe, expect, it } from '@jest/globals'

const root = join(import.meta.dirname, '..')
const files = globSync('{packages/{design,client}/src,frontends}/**/{texts,*-texts}.ts', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).sort()

describe('each catalogue of the front ends', () => {
  it.each(files)('%s: has the same keys, plurals and placeholders in three languages', async (file) => {
    const catalogues: Record<string, unknown> = await import(join(root, file))
    const found = Object.values(catalogues).filter(isCatalogue)
    for (const each of found) expect(catalogueProblems(each)).toEqual([])
  })

  it('is found', () => expect(files.length).toBeGreaterThan(40))
})

function isCatalogue(value: unknown): value is Parameters<typeof catalogueProblems>[0] {
  return typeof value === 'object' && value !== null && 'en' in value && 'fr' in value && 'ar' in value
}
