import { type AddressInfo, createServer, type Socket } from 'node:net'

type Message = { uid: number; raw: string; seen: boolean }

/** A mailbox with the few commands of IMAP (RFC 3501) that a reader of unread messages sends. */
export async function imapServer() {
  let messages: Message[] = []
  let next = 1
  let logins = 0
  const sockets = new Set<Socket>()

  const chosen = (uid: string) => messages.find((message) => message.uid === Number(uid))
  const place = (message: Message) => messages.indexOf(message) + 1

  const answers: readonly [RegExp, (found: RegExpExecArray) => string][] = [
    [/^CAPABILITY/i, () => '* CAPABILITY IMAP4rev1 UIDPLUS\r\n'],
    [
      /^LOGIN/i,
      () => {
        logins += 1
        return ''
      },
    ],
    [
      /^(SELECT|EXAMINE)/i,
      () =>
        `* ${messages.length} EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT ${next}] ok\r\n* FLAGS (\\Seen \\Deleted)\r\n* OK [PERMANENTFLAGS (\\Seen \\Deleted)] ok\r\n`,
    ],
    [
      /^UID SEARCH/i,
      () =>
        `* SEARCH${messages
          .filter(({ seen }) => !seen)
          .map(({ uid }) => ` ${uid}`)
          .join('')}\r\n`,
    ],
    [
      /^UID FETCH (\d+)/i,
      ([, uid = '']) => {
        const message = chosen(uid)
        if (!message) return ''
        return `* ${place(message)} FETCH (UID ${uid} BODY[]<0> {${Buffer.byteLength(message.raw)}}\r\n${message.raw})\r\n`
      },
    ],
    [
      /^UID STORE (\d+) \+FLAGS.*\\Seen/i,
      ([, uid = '']) => {
        const message = chosen(uid)
        if (message) message.seen = true
        return ''
      },
    ],
    [
      /^UID EXPUNGE (\d+)/i,
      ([, uid = '']) => {
        const message = chosen(uid)
        if (!message) return ''
        const at = place(message)
        messages = messages.filter((other) => other !== message)
        return `* ${at} EXPUNGE\r\n`
      },
    ],
    [/^LOGOUT/i, () => '* BYE\r\n'],
  ]

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.write('* OK IMAP4rev1 ready\r\n')
    let waiting = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (waiting + text).split('\r\n')
      waiting = lines.pop() ?? ''
      for (const line of lines) {
        const [, tag = '*', command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
        for (const [pattern, answer] of answers) {
          const found = pattern.exec(command)
          if (!found) continue
          socket.write(answer(found))
          break
        }
        socket.write(`${tag} OK done\r\n`)
        if (command.toUpperCase() === 'LOGOUT') socket.end()
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // `as`: a listening TCP server
  const { port } = server.address() as AddressInfo

  return {
    url: `imap://bounces:secret@127.0.0.1:${port}/INBOX`,
    receive: (raw: string) => {
      messages.push({ uid: next, raw: raw.replace(/\r?\n/g, '\r\n'), seen: false })
      next += 1
    },
    /** Whether each message that is left was read. */
    left: () => messages.map(({ seen }) => seen),
    logins: () => logins,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** What a mail server sends back (RFC 3464). */
export const deliveryStatus = (
  to: string,
  { action = 'failed', status = '5.1.1' } = {},
) => `From: MAILER-DAEMON@relay.example
To: <${to}>
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="cut"

--cut
Content-Type: text/plain

Your mail could not be delivered.

--cut
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example
Arrival-Date: Sat, 28 Nov 2026 10:00:00 +0100

Final-Recipient: rfc822; amal@example.tn
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 no such user

--cut
Content-Type: text/rfc822-headers

Subject: A mail
--cut--
`
