/* Events of the window, because the shell and each dashboard have a copy of this module. */
const [returned, outdated] = ['darsi-network-returned', 'darsi-copy-outdated']

export function announceReturn(): void {
  dispatchEvent(new Event(returned))
}

/** Runs when the server answers again after some silence. Returns how to stop. */
export function onNetworkReturn(listener: () => void): () => void {
  addEventListener(returned, listener)
  addEventListener('online', listener)
  return () => {
    removeEventListener(returned, listener)
    removeEventListener('online', listener)
  }
}

/** Pages that show a copy of the call's answer ask again. */
export function askForList(key: string): void {
  dispatchEvent(new CustomEvent(outdated, { detail: key }))
}

export function onOutdatedCopy(listener: (key: unknown) => void): void {
  addEventListener(outdated, (event) => listener(event instanceof CustomEvent ? event.detail : null))
}
