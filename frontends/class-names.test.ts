import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'

const root = join(import.meta.dirname, '..')
const read = (ending: string) =>
  globSync(`{packages/{design,client}/src,frontends}/**/*.${ending}`, {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist'].includes(name),
  }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const styled = new Set(read('css').flatMap(({ text }) => text.match(/(?<=\.)[a-z][\w-]*/g) ?? []))
/** Only the browser tests use these. */
const selectors = ['ds-account', 'ds-notices-bell']

/** Whole class names; a name with a part that is computed (`ds-banner-${tone}`) cannot be compared. */
function namesIn(text: string): string[] {
  const written = [...text.matchAll(/className="([^"]+)"|['"` ](ds-[\w-]+)(?=['"` ])/g)]
  return written.flatMap(([, list, one]) => (list ?? one ?? '').split(' '))
}

it('each class name of a component is in a style sheet', () => {
  const unstyled = read('tsx')
    .filter(({ file }) => !file.endsWith('.test.tsx'))
    .flatMap(({ file, text }) =>
      namesIn(text)
        .filter((name) => !styled.has(name) && !selectors.includes(name))
        .map((name) => `${file}: ${name}`),
    )
  expect(unstyled).toEqual([])
})
