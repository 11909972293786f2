import { createHash } from 'node:crypto'
import { inEachLanguage, type Language, languages } from '@darsi/contracts/reference/languages.ts'
import { type Chunk, type Compilation, type Compiler, type Module, rspack } from '@rspack/core'
import { loadMs } from './repeated-loads.ts'
import { partId, partOf, placeIn, textsOfPart } from './texts-loader.ts'

/*
 * Dashboards load the texts of one language. Each chunk gets a JSON file per language with the texts of its
 * modules; the runtime loads the file of the page's language together with the chunk, before its modules run, and
 * checks its hash. `texts(language, id)` returns the same object to all modules, so that a file that comes later
 * fills in catalogues that are in use already: that is how the language changes without a reload.
 */
type TextFile = { name: string; content: string }
type ChunkTexts = Record<Language, TextFile>

export const lateTexts = {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('LateTexts', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('LateTexts', (chunk, needed) => {
        needed.add(rspack.RuntimeGlobals.ensureChunkHandlers)
        needed.add(rspack.RuntimeGlobals.publicPath)
        compilation.addRuntimeModule(chunk, new LateTextsRuntime())
      })
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: 'LateTexts', stage }, () => {
        const files = [...compilation.chunks].flatMap((chunk) =>
          Object.values(textsOf(compilation, chunk) ?? {}),
        )
        for (const [name, content] of new Map(files.map((file) => [file.name, file.content])))
          compilation.emitAsset(name, new rspack.sources.RawSource(content))
      })
    })
  },
}

/** The catalogues of a chunk as one file per language, or null if it has none. */
export function textsOf({ chunkGraph }: Pick<Compilation, 'chunkGraph'>, chunk: Chunk): ChunkTexts | null {
  const parts = partsOf(chunkGraph.getChunkModules(chunk)).filter(
    ({ file, name }) => placeIn.dashboard(file, name) === 'file',
  )
  if (parts.length === 0) return null
  return inEachLanguage((language) => {
    const texts = parts.map(({ file, name }) => [partId(file, name), textsOfPart(file, name, language)])
    const content = JSON.stringify(Object.fromEntries(texts))
    return { name: `assets/${hashOf(content)}.json`, content }
  })
}

/** The parts of texts among modules, of which the bundler may have joined several into one. */
export function partsOf(modules: readonly Module[]): { file: string; name: string }[] {
  const inner = modules.flatMap((module) =>
    'modules' in module && Array.isArray(module.modules) ? module.modules : [module],
  )
  const resources = inner.flatMap((one: Module) =>
    'resource' in one && typeof one.resource === 'string' ? [one.resource] : [],
  )
  return [...new Set(resources)].sort().flatMap((resource) => partOf(resource) ?? [])
}

class LateTextsRuntime extends rspack.RuntimeModule {
  constructor() {
    super('late texts', rspack.RuntimeModule.STAGE_ATTACH)
  }

  override generate() {
    const { compilation } = this
    if (compilation === null) return ''
    const hashes = Object.fromEntries(
      [...compilation.chunks].flatMap((chunk) => {
        const texts = textsOf(compilation, chunk)
        return texts === null
          ? []
          : [[String(chunk.id), languages.map((language) => hashIn(texts[language]))]]
      }),
    )
    return runtime
      .replace('HASHES', JSON.stringify(hashes))
      .replace('LANGUAGES', JSON.stringify(languages))
      .replace('PATIENCE', String(loadMs))
  }
}

// the name of a file is its hash, which is what `integrity` needs too
const hashIn = ({ name }: TextFile) => name.slice('assets/'.length, -'.json'.length)

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url')
}

const runtime = `
const hashes = HASHES, names = LANGUAGES, catalogues = {}, files = {}, chunks = new Set(), wanted = new Set()
__webpack_require__.texts = (language, id) => (catalogues[language + id] ??= {})
const fill = async (language, hash) => {
  const integrity = "sha256-" + hash.replaceAll("-", "+").replaceAll("_", "/") + "="
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(), PATIENCE)
  const failed = (cause) => { throw Object.assign(new Error("texts", { cause }), { name: "ChunkLoadError" }) }
  const response = await fetch(__webpack_require__.p + "assets/" + hash + ".json", { integrity, signal: own.signal }).catch(failed)
  if (!response.ok) failed(response.status)
  for (const [id, texts] of Object.entries(await response.json().catch(failed))) Object.assign(__webpack_require__.texts(language, id), texts)
  clearTimeout(timer)
}
const load = (chunk, language) => {
  const hash = hashes[chunk][names.indexOf(language)]
  return (files[hash] ??= fill(language, hash).catch((error) => { delete files[hash]; throw error }))
}
__webpack_require__.f.texts = (chunk, promises) => {
  if (!hashes[chunk]) return
  chunks.add(chunk)
  wanted.add(document.documentElement.lang)
  for (const language of wanted) promises.push(load(chunk, language))
}
;(globalThis.darsiTexts ??= []).push((language) => {
  wanted.add(language)
  return Promise.all(Array.from(chunks, (chunk) => load(chunk, language)))
})
`
