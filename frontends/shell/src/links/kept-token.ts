/** Keeps the token of a mailed link while its reader logs in. Only this tab can read it. */
export function keptToken(key: string) {
  return {
    keep: (token: string): void => {
      try {
        sessionStorage.setItem(key, token)
      } catch {
        // without storage the reader can open the mailed link again
      }
    },
    kept: (): string | null => {
      try {
        return sessionStorage.getItem(key)
      } catch {
        return null
      }
    },
    forget: (): void => {
      try {
        sessionStorage.removeItem(key)
      } catch {
        // storage may be forbidden: then nothing was kept
      }
    },
  }
}

/** For a guardian's invitation, and for the link by which an adult takes over the account. */
export const invitation = keptToken('darsi-guardian-invitation')
/** The address of the invitation; the following forms are filled in with it. */
export const invitedAddress = keptToken('darsi-guardian-address')
export const takeOver = keptToken('darsi-take-over')
