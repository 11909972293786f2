const signingOut = 'darsi-signing-out'
const limitMs = 3000

/** For what a page sends later: calls `send` before the session ends. Returns how to stop. */
export function beforeSignOut(send: () => Promise<unknown>): () => void {
  const onSigningOut = (event: Event) => {
    if (event instanceof CustomEvent) event.detail(send())
  }
  addEventListener(signingOut, onSigningOut)
  return () => removeEventListener(signingOut, onSigningOut)
}

/** Sends what the page would send later, and waits for the answers, at most three seconds. */
export async function sendBeforeSignOut(): Promise<void> {
  const sent: Promise<unknown>[] = []
  // an event, because the shell and a dashboard have a copy of this module each
  dispatchEvent(new CustomEvent(signingOut, { detail: (sending: Promise<unknown>) => sent.push(sending) }))
  await waitBriefly(Promise.allSettled(sent))
}

/** Waits until `work` has ended or failed, at most three seconds: no hanging server may prevent a logout. */
export async function waitBriefly(work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), new Promise((resolve) => setTimeout(resolve, limitMs))])
}
