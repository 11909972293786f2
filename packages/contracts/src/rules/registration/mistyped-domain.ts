/** The providers that nearly everyone here uses. */
const known = [
  'gmail.com',
  'yahoo.fr',
  'yahoo.com',
  'hotmail.com',
  'hotmail.fr',
  'outlook.com',
  'outlook.fr',
  'live.fr',
  'icloud.com',
  'topnet.tn',
  'planet.tn',
  'gnet.tn',
  'laposte.net',
  'orange.fr',
]

// one letter away from those above, and real
const others = ['mail.com', 'ymail.com', 'live.com', 'hotmail.de']

/** The address that somebody probably meant: one letter wrong, missing, doubled or swapped in a known domain; else null. */
export function probablyMeant(address: string): string | null {
  const at = address.lastIndexOf('@')
  const domain = address
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (at < 1 || domain === '' || known.includes(domain) || others.includes(domain)) return null
  const meant = known.find((one) => isOneSlipAway(domain, one))
  return meant ? `${address.slice(0, at + 1).trim()}${meant}` : null
}

function isOneSlipAway(typed: string, right: string): boolean {
  const longer = typed.length > right.length ? typed : right
  const shorter = typed.length > right.length ? right : typed
  if (longer.length - shorter.length > 1) return false
  let at = 0
  while (at < shorter.length && longer[at] === shorter[at]) at++
  if (longer.length > shorter.length) return longer.slice(at + 1) === shorter.slice(at)
  if (typed.slice(at + 1) === right.slice(at + 1)) return true
  const isSwapped = typed[at] === right[at + 1] && typed[at + 1] === right[at]
  return isSwapped && typed.slice(at + 2) === right.slice(at + 2)
}
