import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** The server's reaction to the next mail to an address. */
type Fault =
  | { at: 'MAIL FROM' | 'RCPT TO' | 'final dot'; code: number }
  | { at: 'RCPT TO' | 'final dot'; drop: true }
  | { at: 'RCPT TO' | 'final dot'; stall: Promise<void> }

type Received = { from: string; to: string; raw: string }

/** A mail server that stores accepted mails and simulates faults. */
export async function smtpSink() {
  const received: Received[] = []
  const faults = new Map<string, Fault[]>()
  const sockets = new Map<string, Socket>()
  let senderCode = 0
  const drop = (id: string) => sockets.get(id)?.destroy()

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onMailFrom: (_address, _session, done) => done(senderCode ? reply(senderCode) : null),
    onRcptTo: ({ address }, session, done) => {
      const fault = faults.get(address)?.[0]
      if (fault?.at !== 'RCPT TO') return done()
      faults.get(address)?.shift()
      if ('drop' in fault) return drop(session.id)
      if ('stall' in fault) return void fault.stall.then(() => done())
      done('code' in fault ? reply(fault.code) : null)
    },
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo[0]?.address ?? ''
      const { mailFrom } = session.envelope
      const from = mailFrom ? mailFrom.address : ''
      let raw = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk) => {
        raw += chunk
      })
      stream.on('end', () => {
        const fault = faults.get(to)?.[0]
        if (fault?.at === 'final dot') faults.get(to)?.shift()
        if (fault && 'code' in fault && fault.at === 'final dot') return done(reply(fault.code))
        received.push({ from, to, raw })
        // the mail is accepted, but the client gets no answer
        if (fault && 'drop' in fault && fault.at === 'final dot') return drop(session.id)
        if (fault && 'stall' in fault && fault.at === 'final dot') void fault.stall.then(() => done())
        else done()
      })
    },
  })
  // smtp-server names its connections by `id`, as its sessions
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    setImmediate(() => {
      for (const connection of server.connections as Set<{ id: string; _socket: Socket }>) {
        if (connection._socket === socket) sockets.set(connection.id, socket)
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // `as`: a listening TCP server
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    to: (address: string) => received.filter((mail) => mail.to === address),
    /** The answer to every mail's sender; 0 accepts it. */
    refuseSender: (code: number) => {
      senderCode = code
    },
    fail: (address: string, ...planned: Fault[]) => faults.set(address, planned),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

export type SmtpSink = Awaited<ReturnType<typeof smtpSink>>

/** A header of a received mail, with its folded lines joined. */
export function headerOf({ raw }: Received, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(raw.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim() ?? ''
}

function reply(responseCode: number): Error {
  return Object.assign(new Error('no'), { responseCode })
}
