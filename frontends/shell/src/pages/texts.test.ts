import { readdirSync } from 'node:fs'
import { catalogueProblems } from '@darsi/ui/catalogue-check.ts'
import { describe, expect, it } from '@jest/globals'

const folders = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('texts.ts'))
  .sort()

describe('the words of the public pages', () => {
  it.each(folders)('%s: complete in three languages, with the same marks', async (name) => {
    const { texts } = await import(`./${name}`)
    expect(catalogueProblems(texts)).toEqual([])
  })
})
