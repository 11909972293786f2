import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeOf } from '@darsi/contracts/reference/languages.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

// `npm test` runs this file after the build
const dist = join(import.meta.dirname, '../shell/dist')
const read = (file: string) => readFileSync(join(dist, file), 'utf8')
/** The addresses behind the login hold the application, which needs its script. */
const app = read('app.html')
const all = globSync('**/*.html', { cwd: dist })
const pages = all.filter((file) => read(file) !== app)
const apps = all.filter((file) => read(file) === app)

describe('a public page as it was built', () => {
  it.each(pages)('%s: reads the same without JavaScript', (file) => {
    const html = read(file)
    expect(html).toMatch(/<h1[^>]*>[^<]/)
    expect(html).toContain(`lang="${placeOf(`/${file}`).language}"`)
  })
})

describe('the pages of another site, from the same build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-pages-'))
  const own = (file: string) => readFileSync(join(folder, file), 'utf8')
  const settings = {
    PUBLIC_URL: 'https://cours.test/',
    SUPPORT_EMAIL: 'aide@cours.test',
    SUPPORT_PHONE: '',
    OPERATOR_NAME: 'Association <Cours>',
    SOCIAL_LINKS: 'https://social.test/cours,javascript:alert(1)',
  }
  beforeAll(() => {
    const program = join(dist, '.build/pages/write-pages.mjs')
    const { status, stderr } = spawnSync(process.execPath, [program, dist, folder], {
      env: settings,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('are the same ones, with the same scripts', () => {
    expect(globSync('**/*.html', { cwd: folder }).toSorted()).toEqual([...pages, ...apps].toSorted())
    const scripts = (html: string) => [...html.matchAll(/integrity="[^"]*"/g)].map(([one]) => one)
    for (const file of pages) expect(scripts(own(file))).toEqual(scripts(read(file)))
  })

  it('name the operator and the address of the site, and nothing of the trial', () => {
    expect(own('fr/about/index.html')).toContain('<link rel="canonical" href="https://cours.test/fr/about">')
    expect(own('sitemap.xml')).toContain('https://cours.test/contact')
    expect(own('robots.txt')).toContain('Sitemap: https://cours.test/sitemap.xml')
    expect(own('ar/terms/index.html')).toContain('Association &lt;Cours&gt;')
    expect(own('contact/index.html')).toContain('mailto:aide@cours.test')
    for (const file of [...pages, 'app.html', 'sitemap.xml', 'robots.txt']) {
      expect(own(file)).not.toMatch(/darsi\.example|71 000 000|localhost|javascript:alert/)
    }
  })
})
