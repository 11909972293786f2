import { connect } from 'node:net'

/** Sends raw bytes and returns the status, head and body of the answer. */
export function raw(port: number, bytes: string | Buffer, waitMs = 5000): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      const [head = '', ...rest] = text.split('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head,
        body: rest.join('\r\n\r\n'),
      })
    }
    const timer = setTimeout(finish, waitMs)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('close', finish)
    socket.on('error', () => undefined)
    socket.write(bytes)
  })
}

export type RawAnswer = { status: number; head: string; body: string }
