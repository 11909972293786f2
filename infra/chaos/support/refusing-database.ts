import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { mongo } from 'mongoose'

const { BSON } = mongo
const opMsg = 2013
/** Length, request id, response to, operation code, flags, and the kind of the first section. */
const headerBytes = 21
const writes = new Set(['insert', 'update', 'delete', 'findAndModify'])

/** A proxy of MongoDB that answers writes with an error code while `refuse` is set. */
export async function refusingDatabase(host: string, port: number) {
  let code = 0
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((inside) => {
    const outside = connect(port, host)
    keep(inside)
    keep(outside)
    inside.on('close', () => outside.destroy())
    outside.on('close', () => inside.destroy())
    outside.on('data', (bytes) => inside.write(bytes))
    let rest = Buffer.alloc(0)
    inside.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0))
        rest = rest.subarray(message.length)
        if (code && isWrite(message)) inside.write(refusal(message.readInt32LE(4), code))
        else outside.write(message)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // `as`: a listening TCP server
  const { port: own } = server.address() as AddressInfo
  return {
    port: own,
    /** 0 lets all writes pass. */
    refuse: (next: number) => {
      code = next
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function isWrite(message: Buffer): boolean {
  if (message.readInt32LE(12) !== opMsg || message[headerBytes - 1] !== 0) return false
  const length = message.readInt32LE(headerBytes)
  const command = BSON.deserialize(message.subarray(headerBytes, headerBytes + length))
  return writes.has(Object.keys(command)[0] ?? '')
}

function refusal(requestId: number, code: number): Buffer {
  const body = BSON.serialize({ ok: 0, code, codeName: 'Refused', errmsg: 'refused by the scenario' })
  const message = Buffer.alloc(headerBytes + body.length)
  message.writeInt32LE(message.length, 0)
  message.writeInt32LE(requestId, 8)
  message.writeInt32LE(opMsg, 12)
  message.set(body, headerBytes)
  return message
}
