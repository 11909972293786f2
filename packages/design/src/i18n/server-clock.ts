/** Less is a slow answer, and the header's whole seconds. */
const leastMs = 5000

/**
 * Learns from the Date header of an answer how far this device's clock is off. Kept at the page, because the shell and a
 * dashboard each have their own copy of this module.
 */
export function learnServerTime(date: string | null): void {
  const offset = Date.parse(date ?? '') - Date.now()
  if (!Number.isFinite(offset)) return
  const { dataset } = document.documentElement
  if (Math.abs(offset) < leastMs) delete dataset['clockOffset']
  else dataset['clockOffset'] = String(offset)
}

/** The time by the server's clock, which decides what is open: a device's clock may be an hour off. */
export const serverNow = (): number =>
  Date.now() + Number(document.documentElement.dataset['clockOffset'] ?? 0)
