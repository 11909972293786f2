import { SMTPServer } from 'smtp-server'
import { freePorts } from './ports.ts'

/**
 * An SMTP server that counts mails per recipient and stores nothing else.
 * @param onMail called for each recipient of a mail when it has arrived completely
 */
export async function startMailSink(onMail: (address: string) => void = () => {}) {
  const taken = new Map<string, number>()
  const [port = 0] = await freePorts(1)
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      stream.resume()
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) {
          taken.set(address, (taken.get(address) ?? 0) + 1)
          onMail(address)
        }
        done()
      })
    },
  })
  await new Promise<void>((resolve) => {
    sink.listen(port, '127.0.0.1', () => resolve())
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    stop: () => new Promise<void>((resolve) => sink.close(() => resolve())),
  }
}
