import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The assets of so many builds stay: a page that is open still asks for the parts of the build it came from. */
const buildsKept = 3
export const historyFile = '.build/history.json'

/** The assets of each build that a `dist` holds, the newest first. */
export function historyOf(dist: string): string[][] {
  const file = resolve(dist, historyFile)
  // `as`: written by the previous builds
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[][]) : []
}

/** What is kept when a build comes after others. */
export function kept(assets: string[], earlier: readonly string[][]): string[][] {
  return [assets, ...earlier.filter((build) => build.join() !== assets.join())].slice(0, buildsKept)
}

/**
 * Takes the assets of the builds before over from an earlier `dist`. Their names carry their hashes, so what is there
 * already is the same.
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
