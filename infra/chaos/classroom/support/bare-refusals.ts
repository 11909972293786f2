import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { refuseUpgrade } from '@darsi/kit/http/upgrade.ts'

// Node's own server that refuses each upgrade and does nothing else, in a thread of its own
const server = createServer()
server.on('upgrade', (_request, socket) => {
  socket.on('error', () => socket.destroy())
  refuseUpgrade(socket, 429)
})
server.listen(0, 'localhost', () => {
  // `as`: of a TCP server that listens
  parentPort?.postMessage((server.address() as AddressInfo).port)
})
