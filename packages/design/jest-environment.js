import { TestEnvironment } from 'jest-environment-jsdom'

/** jsdom with what our code and React's server bundle expect of a browser and jsdom does not have. */
export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    Object.assign(this.global, {
      TextEncoder,
      TextDecoder,
      ReadableStream,
      structuredClone,
      Request,
      Response,
      Headers,
      fetch,
    })
    addDialogs(this.global)
    this.global.document.elementFromPoint ??= () => null
    // what jsdom has instead only logs that it has none
    this.global.HTMLCanvasElement.prototype.getContext = () => null
  }
}

function addDialogs({ HTMLDialogElement, Event }) {
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true
    const first = this.querySelector('[autofocus]') ?? this.querySelector('button, input, select, textarea')
    first?.focus()
  }
  HTMLDialogElement.prototype.close ??= function close() {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
}
