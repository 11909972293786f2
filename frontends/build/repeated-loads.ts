import { type Compiler, rspack } from '@rspack/core'

/** A part of the page that has not arrived by then counts as failed; a line of 100 kbit/s brings 250 kB in this time. */
export const loadMs = 20_000

/**
 * A part that failed is requested under another address the next time: a browser makes a second request of one address
 * wait for the first, which hangs. Servers ignore the query, and the hash of the file is checked as before.
 */
export const repeatedLoads = {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('RepeatedLoads', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('RepeatedLoads', (chunk, needed) => {
        if (needed.has(rspack.RuntimeGlobals.loadScript))
          compilation.addRuntimeModule(chunk, new RepeatedLoadsRuntime())
      })
    })
  },
}

class RepeatedLoadsRuntime extends rspack.RuntimeModule {
  constructor() {
    super('repeated loads', rspack.RuntimeModule.STAGE_ATTACH)
  }

  override generate() {
    return runtime
  }
}

const runtime = `
const loadOnce = __webpack_require__.l, failures = {}
if (loadOnce) __webpack_require__.l = (url, done, key, chunk) => {
  const failed = failures[url] ?? 0
  loadOnce(failed ? url + "?attempt=" + failed : url, (event) => {
    if (event?.type !== "load") failures[url] = failed + 1
    done(event)
  }, key, chunk)
}
`
