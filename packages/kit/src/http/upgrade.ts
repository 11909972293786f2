import type { Duplex } from 'node:stream'

const reasons = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const
export type UpgradeRefusal = keyof typeof reasons

/** Refuses an upgrade request. Browsers do not show the reason to the page. */
export function refuseUpgrade(
  socket: Duplex,
  status: UpgradeRefusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'Connection: close',
    'Content-Length: 0',
    'Cache-Control: no-store',
    ...(status === 429 || status === 503 ? ['Retry-After: 5'] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  endSoon(socket, `${lines.join('\r\n')}\r\n\r\n`)
}

/** Sends the last answer of a connection. A client that does not close its side would keep the socket for ever. */
export function endSoon(socket: Duplex, answer: string): void {
  socket.end(answer)
  setTimeout(() => socket.destroy(), 1000).unref()
}
