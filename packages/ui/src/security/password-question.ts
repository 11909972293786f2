/** Takes the password to auth; rejects with what is wrong with it. */
export type Prove = (password: string) => Promise<void>

type Pending = { readonly prove: Prove; readonly answer: (proven: boolean) => void }

export type PasswordQuestion = {
  /** For `createApi`. True once the password was right; false when the person turned it down or nobody can ask. */
  ask: (prove: Prove) => Promise<boolean>
  /** For the one place in the page that shows it. */
  subscribe: (listener: () => void) => () => void
  pending: () => Pending | null
}

/** Joins the API client, which lives outside the page, to the dialog inside it. */
export function createPasswordQuestion(): PasswordQuestion {
  const listeners = new Set<() => void>()
  let pending: Pending | null = null
  const set = (next: Pending | null) => {
    pending = next
    for (const listener of listeners) listener()
  }

  return {
    ask: (prove) => {
      if (listeners.size === 0) return Promise.resolve(false)
      pending?.answer(false)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      set({
        prove,
        answer: (proven) => {
          set(null)
          resolve(proven)
        },
      })
      return promise
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // without a page to ask in, nobody answers any more
        if (listeners.size === 0) pending?.answer(false)
      }
    },
    pending: () => pending,
  }
}
