import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The client's address. Only the last `hops` entries of X-Forwarded-For come from proxies of ours; earlier ones are the
 * client's own claim and are ignored.
 */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const socket = plain(request.socket.remoteAddress ?? '')
  if (hops === 0) return socket
  const entries = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const claimed = plain(entries.at(-hops)?.trim() ?? '')
  return isIP(claimed) ? claimed : socket
}

function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}
