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

function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}
