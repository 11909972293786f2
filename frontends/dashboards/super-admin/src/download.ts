import { timeZone } from '@darsi/ui/catalogue.ts'

/** Hands a file to the browser's downloads. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // the browser still reads it after the click
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The name that the server gives; else prefix, "users" and the day in Tunis (spec §3). */
export function usersFileName(disposition: string | null, now: Date): string {
  const given = /filename="?([\w.-]+)"?/.exec(disposition ?? '')?.[1]
  // Swedish writes YYYY-MM-DD
  return given ?? `darsi_users_${new Intl.DateTimeFormat('sv', { timeZone }).format(now)}.csv`
}
