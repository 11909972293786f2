import { globSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueProblems } from '@darsi/contracts/reference/i18n/catalogue-check.ts'
import { describe, expect, it } from '@jest/globals'
import { partOf, textsModule } from './build/texts-loader.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('{packages/*/src,frontends}/**/texts.ts', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).sort()

describe('each catalogue of the front ends', () => {
  it.each(files)('%s: has the same keys, plurals and placeholders in all languages', async (file) => {
    const apps: Record<string, unknown> = await import(join(root, file))
    for (const parts of Object.values(apps)) {
      const found = Object.values(Object(parts)).filter(isCatalogue)
      expect(found.length).toBeGreaterThan(0)
      for (const each of found) expect(catalogueProblems(each)).toEqual([])
    }
  })

  it('is split by the build', () => {
    expect(files.filter((file) => !textsModule.test(`/${file}`))).toEqual([])
    expect(partOf('/darsi/frontends/features/texts.ts?part=users')?.name).toBe('users')
  })

  it('is found', () => expect(files.length).toBeGreaterThan(4))
})

function isCatalogue(value: unknown): value is Parameters<typeof catalogueProblems>[0] {
  return typeof value === 'object' && value !== null && 'en' in value && 'fr' in value && 'ar' in value
}
