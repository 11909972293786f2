import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Chunk, ChunkGroup, Compiler, Module } from '@rspack/core'

export type BuildRecord = {
  /** Everything that this build wrote, relative to `dist`. */
  files: string[]
  /** Per entry and named chunk: what it needs at once, and the catalogues of prerendered pages under it. */
  groups: Record<string, { files: string[]; texts: string[] }>
}

export const recordFile = '.build/browser.json'
export const pageTextsFile = /[\\/]pages[\\/].*[\\/]locales[\\/]\w+\.json$/

/** Tells the steps after the bundler what it wrote. */
export const recordBuild = {
  apply(compiler: Compiler) {
    compiler.hooks.done.tap('RecordBuild', (stats) => {
      if (stats.hasErrors()) return
      const { chunkGraph, namedChunkGroups } = stats.compilation
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
      }
      const file = resolve(compiler.outputPath, recordFile)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(record))
    })
  },
}

/** Also what is loaded later on the page: its texts have to be there by then. */
function chunksUnder(group: ChunkGroup, seen = new Set<ChunkGroup>()): Chunk[] {
  if (seen.has(group)) return []
  seen.add(group)
  return [...group.chunks, ...group.childrenIterable.flatMap((child) => chunksUnder(child, seen))]
}

/** A module may be several, joined by the bundler. */
function pathsOf(module: Module): string[] {
  const inner = 'modules' in module && Array.isArray(module.modules) ? module.modules : [module]
  return inner.flatMap((one: Module) => one.nameForCondition() ?? [])
}
