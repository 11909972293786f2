const key = 'darsi-guardian-invitation'

/** Keeps the token of a guardian's link while its reader logs in; this tab alone knows it. */
export function keepInvitation(token: string): void {
  try {
    sessionStorage.setItem(key, token)
  } catch {
    // the link of the mail can be opened again
  }
}

export function keptInvitation(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function forgetInvitation(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // nothing was kept then
  }
}
