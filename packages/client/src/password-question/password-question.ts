import type { AskForPassword, Prove } from '../api/reauthentication.ts'

type Pending = { readonly prove: Prove; readonly answer: (proven: boolean) => void }

export type PasswordQuestion = {
  /** For `createApi`. */
  ask: AskForPassword
  /** For the component that shows the question. */
  subscribe: (listener: () => void) => () => void
  pending: () => Pending | null
}

/** Connects the API client, which is outside the React tree, to the dialog inside. */
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
      // not Promise.withResolvers: Chrome has it from 119 on, Safari from 17.4, and we support older ones
      return new Promise((resolve) =>
        set({
          prove,
          answer: (proven) => {
            set(null)
            resolve(proven)
          },
        }),
      )
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // without a page that shows the question, no answer will come
        if (listeners.size === 0) pending?.answer(false)
      }
    },
    pending: () => pending,
  }
}
