import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { freePorts } from '../process/ports.ts'

type Taken = { to: string; messageId: string }
type Options = {
  /** Called for each recipient of a mail when it has arrived completely, with the beginning of its text. */
  onMail?: (address: string, text: string) => void
  /** Time from the end of a mail to the answer. */
  answerMs?: number
}

// a worker notes the answer within this time
const noteMs = 500

/** An SMTP server that counts mails per recipient, stores no content, and can fail in several ways. */
export async function startMailSink({ onMail = () => {}, answerMs = 0 }: Options = {}) {
  const taken = new Map<string, number>()
  const mails: Taken[] = []
  const handingOver = new Set<object>()
  let senderCode = 0
  let dropsAnswer: (address: string) => boolean = () => false
  const [port = 0] = await freePorts(1)

  const takeMail = async (session: SMTPServerSession, head: string) => {
    const messageId = /^message-id:\s*(\S+)/im.exec(head)?.[1] ?? ''
    const text = readable(head)
    const addresses = session.envelope.rcptTo.map(({ address }) => address)
    for (const to of addresses) {
      taken.set(to, (taken.get(to) ?? 0) + 1)
      mails.push({ to, messageId })
      onMail(to, text)
    }
    if (answerMs > 0) await sleep(answerMs)
    return addresses.some(dropsAnswer)
  }
  const open = async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onMailFrom: (_address, _session, done) =>
        done(senderCode ? Object.assign(new Error('no'), { responseCode: senderCode }) : null),
      onData: (stream, session, done) => {
        const handOver = {}
        handingOver.add(handOver)
        let head = ''
        stream.on('data', (chunk: Buffer) => {
          if (head.length < 8192) head += chunk.toString('latin1')
        })
        stream.on('close', () => setTimeout(() => handingOver.delete(handOver), answerMs + noteMs))
        stream.on('end', async () => {
          const isDropped = await takeMail(session, head)
          // accepted, but the client gets no answer
          if (isDropped) drop(server, session.id)
          else done()
        })
      },
    })
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve())
    })
    return server
  }
  const shut = async (server: SMTPServer) => {
    for (const { id } of connectionsOf(server)) drop(server, id)
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  let server: SMTPServer | null = await open()

  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    mails,
    /** How many mails came more than once, each further copy counted. */
    copies: () => [...taken.values()].reduce((sum, count) => sum + count - 1, 0),
    /** Mails that are between the request for their content and the moment the sender has noted the answer. */
    handingOver: () => handingOver.size,
    /** The answer to every sender; 0 accepts all. */
    refuseSenders: (code: number) => {
      senderCode = code
    },
    /** Accepts these mails and closes the connection instead of answering. */
    dropAnswers: (which: (address: string) => boolean) => {
      dropsAnswer = which
    },
    /** Closes the port and every connection. */
    leave: async () => {
      if (server) await shut(server)
      server = null
    },
    comeBack: async () => {
      server ??= await open()
    },
    stop: async () => {
      if (server) await shut(server)
    },
  }
}

export type MailSink = Awaited<ReturnType<typeof startMailSink>>

/** smtp-server names its connections by the id of their sessions. */
function connectionsOf(server: SMTPServer): { id: string; _socket: Socket }[] {
  // `as`: not in the types
  return [...(server.connections as Set<{ id: string; _socket: Socket }>)]
}

/** Without the line breaks and codes of quoted-printable. */
const readable = (text: string) => text.replace(/=\r\n/g, '').replace(/=3D/g, '=')

function drop(server: SMTPServer, id: string): void {
  for (const connection of connectionsOf(server)) if (connection.id === id) connection._socket.destroy()
}
