import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { inEachLanguage, type Language } from '@darsi/contracts/reference/languages.ts'
import type { Chunk, ChunkGroup, Compilation, Compiler } from '@rspack/core'
import { partsOf, textsOf } from './late-texts.ts'
import { placeIn } from './texts-loader.ts'

export type BuildRecord = {
  /** All files of this build, relative to `dist`. */
  files: string[]
  /** Per entry and named chunk: the files it loads at once, and the texts of its prerendered pages. */
  groups: Record<string, { files: string[]; texts: { file: string; name: string }[] }>
  /** Per lazy import, named as in the code (`./tabs/messages.tsx`): the files it loads. */
  lazy: Record<string, string[]>
  /** Per script of a dashboard: the file with its texts in each language. */
  texts: Record<string, Record<Language, string>>
}

export const recordFile = '.build/browser.json'

/** Records the bundler's output for the next build steps. */
export const recordBuild = {
  apply(compiler: Compiler) {
    compiler.hooks.done.tap('RecordBuild', (stats) => {
      if (stats.hasErrors()) return
      const { chunkGraph, chunkGroups, namedChunkGroups, chunks } = stats.compilation
      const groups = Array.from(namedChunkGroups, ([name, group]) => [
        name,
        {
          files: group.getFiles().filter((file) => !file.endsWith('.map')),
          texts: partsOf(chunksUnder(group).flatMap((chunk) => chunkGraph.getChunkModules(chunk))).filter(
            ({ file, name }) => placeIn.shell(file, name) === 'page',
          ),
        },
      ])
      const record: BuildRecord = {
        files: stats.compilation.getAssets().map(({ name }) => name),
        groups: Object.fromEntries(groups),
        lazy: Object.fromEntries(chunkGroups.flatMap(lazyImports)),
        texts: Object.fromEntries([...chunks].flatMap((chunk) => textFiles(stats.compilation, chunk))),
      }
      const file = resolve(compiler.outputPath, recordFile)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(record))
    })
  },
}

function textFiles(compilation: Compilation, chunk: Chunk): [string, Record<Language, string>][] {
  const texts = textsOf(compilation, chunk)
  if (texts === null) return []
  const names = inEachLanguage((language) => texts[language].name)
  return [...chunk.files].filter((file) => file.endsWith('.js')).map((file) => [file, names])
}

function lazyImports(group: ChunkGroup): [name: string, files: string[]][] {
  const files = group.getFiles().filter((file) => !file.endsWith('.map'))
  return group.origins.flatMap(({ request }): [string, string[]][] => (request ? [[request, files]] : []))
}

/** Includes modules that the page loads later, because their texts have to be in the HTML too. */
function chunksUnder(group: ChunkGroup, seen = new Set<ChunkGroup>()): Chunk[] {
  if (seen.has(group)) return []
  seen.add(group)
  return [...group.chunks, ...group.childrenIterable.flatMap((child) => chunksUnder(child, seen))]
}
