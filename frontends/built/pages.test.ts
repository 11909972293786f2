import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf } from '@darsi/contracts/reference/languages.ts'
import { describe, expect, it } from '@jest/globals'

// `npm test` runs this file after the build
const dist = join(import.meta.dirname, '../shell/dist')
const read = (file: string) => readFileSync(join(dist, file), 'utf8')
/** The addresses behind the login hold the application, which needs its script. */
const app = read('app.html')
const pages = globSync('**/*.html', { cwd: dist }).filter((file) => read(file) !== app)

describe('a public page as it was built', () => {
  it.each(pages)('%s: reads the same without JavaScript', (file) => {
    const html = read(file)
    expect(html).toMatch(/<h1[^>]*>[^<]/)
    expect(html).toContain(`lang="${placeOf(`/${file}`).language}"`)
  })
})
