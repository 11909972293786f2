import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { root } from '../local/process/paths.ts'

const most = 6
/** A request asks the stores of people, consents and places, and its end names other teachers: eight of them. */
const larger: Readonly<Record<string, number>> = { ConnectionParts: 8 }
const services = globSync('services/*/src', { cwd: root })
// what the composition of a service binds is named in these files, and nowhere counted
const isComposition = (file: string) => ['parts.ts', 'stores.ts'].includes(basename(file))
const declared =
  /^(?:export )?(?:type (\w*(?:Parts|Deps|Stores))\b.*? = |interface (\w*(?:Parts|Deps|Stores)) )/gm

describe.each(services)('%s', (room) => {
  const bags = new Map<string, string[]>()
  for (const file of globSync('**/*.ts', { cwd: join(root, room) })) {
    if (isComposition(file) || file.endsWith('.test.ts')) continue
    const text = readFileSync(join(root, room, file), 'utf8')
    for (const found of text.matchAll(declared)) {
      const name = found[1] ?? found[2] ?? ''
      const body = bodyOf(text.slice(found.index + found[0].length))
      bags.set(name, [...(bags.get(name) ?? []), body])
    }
  }

  test(`a bag of parts has at most ${most} entries`, () => {
    const sizes = [...bags].flatMap(([name, bodies]) =>
      bodies.map((body) => [name, keysOf(body).size] as const),
    )
    expect(sizes.filter(([name, size]) => size > (larger[name] ?? most))).toEqual([])
  })

  /** The keys of a type, with those of the bags it joins by `&`. */
  function keysOf(body: string): Set<string> {
    const picked = [...body.matchAll(/(Pick|Omit)<(\w+), ([^>]*)>/g)].filter(([, , name = '']) =>
      bags.has(name),
    )
    const rest = picked.reduce((text, [all]) => text.replace(all, ''), body)
    const own = topLevel(rest)
    const joined = [...own.outside.matchAll(/\w+/g)].flatMap(([name]) => bags.get(name) ?? [])
    const keys = [...own.keys, ...joined.flatMap((other) => [...keysOf(other)])]
    for (const [, kind, name = '', list = ''] of picked) {
      const named = new Set(list.match(/\w+/g))
      const of = (bags.get(name) ?? []).flatMap((other) => [...keysOf(other)])
      keys.push(...(kind === 'Pick' ? named : of.filter((key) => !named.has(key))))
    }
    return new Set(keys)
  }
})

/** Up to the next declaration at the start of a line. */
function bodyOf(text: string): string {
  const end = text.search(/\n(?![ }])/)
  return (end < 0 ? text : text.slice(0, end)).replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '')
}

/** The keys of braces of the first level, and the text outside them. */
function topLevel(body: string) {
  let outside = ''
  let inside = ''
  let depth = 0
  for (const sign of body.replaceAll('=>', '')) {
    if ('{(<['.includes(sign)) depth++
    if (depth === 0) outside += sign
    // a comma or a line ends an entry
    if (depth === 1) inside += sign
    if ('})>]'.includes(sign)) depth--
  }
  return { outside, keys: [...inside.matchAll(/(?:^|[{;\n,])\s*(\w+)\??\s*:/g)].map(([, key = '']) => key) }
}
