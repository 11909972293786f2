type Listener = (message: unknown) => void
type Channel = { onMessage: (listener: Listener) => void; postMessage: (message: unknown) => void }

/** A channel by which only the asking worker gets the answers of the shared one. */
export function channelOfTask(shared: Channel): Channel {
  let worker: Listener = () => {}
  return {
    onMessage: (listener) => {
      worker = listener
    },
    postMessage: (question) => {
      shared.onMessage(worker)
      shared.postMessage(question)
    },
  }
}
