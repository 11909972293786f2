import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Chunk, ChunkGroup, Compiler, Module } from '@rspack/core'

export type BuildRecord = {
  /** All files of this build, relative to `dist`. */
  files: string[]
  /** Per entry and named chunk: the files it loads at once, and the catalogues of its prerendered pages. */
  groups: Record<string, { files: string[]; texts: string[] }>
  /** Per lazy import, named as in the code (`./tabs/messages.tsx`): the files it loads. */
  lazy: Record<string, string[]>
}

export const recordFile = '.build/browser.json'
export const pageTextsFile = /[\\/]pages[\\/].*[\\/]locales[\\/]\w+\.json$/

/** Records the bundler's output for the next build steps. */
export const recordBuild = {
  apply(compiler: Compiler) {
    compiler.hooks.done.tap('RecordBuild', (stats) => {
      if (stats.hasErrors()) return
      const { chunkGraph, chunkGroups, namedChunkGroups } = stats.compilation
      const groups = Array.from(namedChunkGroups, ([name, group]) => [
        name,
        {
          files: group.getFiles().filter((file) => !file.endsWith('.map')),
          texts: chunksUnder(group)
            .flatMap((chunk) => chunkGraph.getChunkModules(chunk).flatMap(pathsOf))
            .filter((path) => pageTextsFile.test(path)),
        },
      ])
      const record: BuildRecord = {
        files: stats.compilation.getAssets().map(({ name }) => name),
        groups: Object.fromEntries(groups),
        lazy: Object.fromEntries(chunkGroups.flatMap(lazyImports)),
      }
      const file = resolve(compiler.outputPath, recordFile)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(record))
    })
  },
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

/** The bundler may join several modules into one. */
function pathsOf(module: Module): string[] {
  const inner = 'modules' in module && Array.isArray(module.modules) ? module.modules : [module]
  return inner.flatMap((one: Module) => one.nameForCondition() ?? [])
}
