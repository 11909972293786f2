/** Keeps the token of a mailed link while its reader logs in; this tab alone knows it. */
export function keptToken(key: string) {
  return {
    keep: (token: string): void => {
      try {
        sessionStorage.setItem(key, token)
      } catch {
        // the link of the mail can be opened again
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
        // nothing was kept then
      }
    },
  }
}

/** Of a guardian's invitation, and of the link by which an adult takes over. */
export const invitation = keptToken('darsi-guardian-invitation')
/** Where that invitation was mailed: the forms after it begin with it. */
export const invitedAddress = keptToken('darsi-guardian-address')
export const takeOver = keptToken('darsi-take-over')
