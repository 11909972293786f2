import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from '@jest/globals'
import { root } from '../local/process/paths.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', '{gateway,services/*,frontends,infra/*}/**/README.md'], {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
})

it('every link between documents leads to a file and a heading that exist', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, path = '', anchor]) => {
        const target = path ? join(dirname(document), path) : document
        const isFound = existsSync(join(root, target)) && (!anchor || headingsOf(target).includes(anchor))
        return isFound ? [] : [`${document}: ${link}`]
      },
    ),
  )
  expect(broken).toEqual([])
})

it('the index of decisions names every decision', () => {
  const pages = readdirSync(join(root, 'docs/adr')).filter((name) => name !== 'README.md')
  const index = read('docs/adr/README.md')
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([])
})

it.each([
  ['install', 800],
  ['emergencies', 2500],
])('docs/%s.md has at most %d words', (name, most) => {
  expect(read(`docs/${name}.md`).split(/\s+/).length).toBeLessThanOrEqual(most)
})

it('no line of the manual is longer than 300 characters', () => {
  const manual = documents.filter((name) => /(?:install|emergencies|reference|measurements)\.md$/.test(name))
  expect(manual.length).toBeGreaterThan(3)
  const long = manual.flatMap((name) =>
    read(name)
      .split('\n')
      .flatMap((line, index) => (line.length > 300 ? [`${name}:${index + 1}`] : [])),
  )
  expect(long).toEqual([])
})

it.each([
  ['install', 800],
  ['emergencies', 2500],
])('%s.md has at most %i words', (name, most) => {
  expect(read(`docs/${name}.md`).match(/\S+/g)?.length).toBeLessThanOrEqual(most)
})

it('install and emergencies give the same commands in French and Arabic', () => {
  const commandsOf = (file: string) =>
    [...read(file).matchAll(/^ {4,}\S.*$|`[^`]*`/gm)]
      .map(([code]) => code.replace(/ +#.*/, '').trim())
      .toSorted()
  for (const name of ['install', 'emergencies'])
    for (const language of ['fr', 'ar'])
      expect(commandsOf(`docs/${language}/${name}.md`)).toEqual(commandsOf(`docs/${name}.md`))
})

/** Anchors as GitHub makes them. */
function headingsOf(file: string): string[] {
  if (!file.endsWith('.md')) return []
  return [...read(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}
