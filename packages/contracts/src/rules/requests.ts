import { hourMs } from '../reference/tunis-time.ts'

/** Those who have not answered a request are reminded once it is this old; administrators see it as late. */
export const requestReminderMs = 48 * hourMs

/** A request that is undecided for this long expires. */
export const requestExpiryMs = 72 * hourMs
