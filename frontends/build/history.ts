import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** How many builds keep their assets: an open page still loads the assets of its own build. */
const buildsKept = 3
export const historyFile = '.build/history.json'

/** The assets of each build in a `dist`, newest first. */
export function historyOf(dist: string): string[][] {
  const file = resolve(dist, historyFile)
  // `as`: written by the previous builds
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[][]) : []
}

/** The builds that are kept when a new one is added. */
export function kept(assets: string[], earlier: readonly string[][]): string[][] {
  return [assets, ...earlier.filter((build) => build.join() !== assets.join())].slice(0, buildsKept)
}

/**
 * Copies the assets of earlier builds from an earlier `dist`. Their names contain their hashes, so an existing file is
 * identical.
 * @returns the new history
 */
export function carryOver(earlier: string, dist: string): string[][] {
  const [assets = []] = historyOf(dist)
  const builds = kept(assets, historyOf(earlier))
  for (const name of builds.flat().flatMap((file) => [file, `${file}.br`, `${file}.gz`])) {
    const [from, to] = [resolve(earlier, name), resolve(dist, name)]
    if (!existsSync(from) || existsSync(to)) continue
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(from, to)
  }
  return builds
}
