import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts the HTTP server; port 0 picks a free one. */
export function listen(
  app: RequestListener,
  port: number,
  host: string,
): Promise<{ server: Server; port: number }> {
  const server = createServer(
    // longer than the gateway waits for a file, because it forwards files while they arrive
    { maxHeaderSize: 32 * 1024, requestTimeout: 200_000, headersTimeout: 15_000 },
    app,
  )
  server.keepAliveTimeout = 65_000
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      // `as`: a listening TCP server always has an AddressInfo
      resolve({ server, port: (server.address() as AddressInfo).port })
    })
  })
}
