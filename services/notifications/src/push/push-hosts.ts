/** The push services of the browsers: Chrome and its relatives, Firefox, Safari, Edge on Windows. */
export const knownPushHosts =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com'

/**
 * Whether the service may send a request to an endpoint that a browser names. Only listed hosts over https on the
 * usual port: otherwise anybody could make it call addresses of the inner network. An entry with a scheme
 * (`http://127.0.0.1:9000`) is one exact origin, for tests and for a push service of the operator's own.
 */
export function createEndpointCheck(list: string): (endpoint: string) => boolean {
  const entries = list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
  return (endpoint) => {
    if (!URL.canParse(endpoint)) return false
    const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
    if (username !== '' || password !== '') return false
    return entries.some((entry) => {
      if (entry.includes('://')) return origin === entry
      if (protocol !== 'https:' || port !== '') return false
      return entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : hostname === entry
    })
  }
}
