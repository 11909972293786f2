import { timeZone } from '@darsi/ui/catalogue.ts'

/** The name that the server gives; else prefix, "users" and the day in Tunis (spec §3). */
export function usersFileName(disposition: string | null, now: Date): string {
  const given = /filename="?([\w.-]+)"?/.exec(disposition ?? '')?.[1]
  // Swedish writes YYYY-MM-DD
  return given ?? `darsi_users_${new Intl.DateTimeFormat('sv', { timeZone }).format(now)}.csv`
}
