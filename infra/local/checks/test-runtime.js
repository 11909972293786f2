import { Script } from 'node:vm'
import Runtime from 'jest-runtime'

/** By file. A script belongs to no context, so that all test files of a worker can run it. */
const scripts = new Map()

/**
 * jest compiles each module again for each test file: half of the CPU time of a short test. This runtime compiles a
 * CommonJS module of node_modules once per worker. Each test file still runs it for itself, in its own context.
 */
export default class TestRuntime extends Runtime {
  constructor(...args) {
    super(...args)
    const { executor } = this
    const { injectedModuleParameters, environment } = executor
    const compile = executor.compile.bind(executor)
    const head = `(function (${injectedModuleParameters.join(', ')}) {`
    executor.compile = (source, filename) => {
      const context = environment.getVmContext()
      // a script's `import()` would load modules of the test file that compiled it
      if (!context || !filename.includes('/node_modules/') || /\bimport\s*\(|^#!/.test(source))
        return compile(source, filename)
      let script = scripts.get(filename)
      if (!script) {
        script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length })
        scripts.set(filename, script)
      }
      return script.runInContext(context)
    }
  }
}
