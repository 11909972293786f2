import { TestEnvironment } from 'jest-environment-jsdom'

/** jsdom with the two encoders that React's server bundle and our code expect. */
export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    Object.assign(this.global, {
      TextEncoder,
      TextDecoder,
      structuredClone,
      Request,
      Response,
      Headers,
      fetch,
    })
  }
}
