import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The client's address. Only `hops` entries of X-Forwarded-For were written by proxies of ours;
 * everything left of them is the client's own claim and is not looked at.
 */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const socket = plain(request.socket.remoteAddress ?? '')
  if (hops === 0) return socket
  const entries = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const claimed = plain(entries.at(-hops)?.trim() ?? '')
  return isIP(claimed) ? claimed : socket
}

/** What a limit counts: one IPv4 address, or the /64 that one IPv6 customer has. */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const gap = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}
