import { existsSync, globSync, statSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { historyFile, historyOf, kept } from './history.ts'
import type { BuildRecord } from './record.ts'

/* Runs after the bundler, in a front end's folder: compresses new assets and deletes those of old builds. */
const dist = resolve('dist')
// not config.json: a release changes it without a build
const compressible = /(?<!config)\.(html|js|css|json|svg|txt|xml|webmanifest)$/

const current = await filesOfThisBuild()
const builds = lastBuilds()
await removeOthers(new Set([...current, ...builds.flat()]))
await Promise.all(current.filter((file) => compressible.test(file)).map(compress))
// last, because the static server reads the build again when this file changes
await writeFile(resolve(dist, historyFile), JSON.stringify(builds))

async function filesOfThisBuild(): Promise<string[]> {
  const records = globSync('.build/*.json', { cwd: dist }).filter((file) => !file.endsWith('history.json'))
  const lists = await Promise.all(records.map((file) => readJson<Pick<BuildRecord, 'files'>>(file)))
  return [...new Set(lists.flatMap((record) => record?.files ?? []))]
}

/** The assets of this build and of the earlier builds that are kept. */
function lastBuilds(): string[][] {
  const assets = current.filter((file) => file.startsWith('assets/')).sort()
  return kept(assets, historyOf(dist))
}

async function removeOthers(keep: Set<string>) {
  const all = globSync('**', { cwd: dist }).filter((file) => !file.startsWith('.build'))
  const old = all.filter((file) => !keep.has(file.replace(/\.(br|gz)$/, '')) && isFile(file))
  await Promise.all(old.map((file) => rm(resolve(dist, file))))
}

async function compress(file: string) {
  const path = resolve(dist, file)
  // a name with a hash never changes its content
  if (file.startsWith('assets/') && existsSync(`${path}.br`)) return
  const content = await readFile(path)
  const brotli = promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })
  await Promise.all([
    writeFile(`${path}.br`, await brotli),
    writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 })),
  ])
}

async function readJson<T>(file: string): Promise<T | null> {
  const path = resolve(dist, file)
  // `as`: written by the previous steps of this build
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as T) : null
}

function isFile(file: string) {
  return statSync(resolve(dist, file)).isFile()
}
