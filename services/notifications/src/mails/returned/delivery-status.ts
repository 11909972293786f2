import PostalMime from 'postal-mime'

/** `permanent`: the address takes no mail. `temporary`: it may take a later one, for example when it is full. */
export type Failure = 'permanent' | 'temporary'
export type ReturnedMail = { recipients: readonly string[]; failure: Failure | null }

/** Headers in which servers keep the address that a message was sent to. */
const recipientHeaders = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']
/** Full, too large, a refused content or sender (RFC 3463): not the fault of the address. */
const aboutThisMail = /^(4\.|5\.2\.[23]|5\.3\.4|5\.6\.|5\.7\.)/

/** Reads a delivery status (RFC 3464). Any other message, such as an automatic answer, has no failure. */
export async function readReturned(message: Uint8Array): Promise<ReturnedMail> {
  const { headers, attachments } = await PostalMime.parse(message, { attachmentEncoding: 'utf8' })
  const recipients = headers
    .filter(({ key }) => recipientHeaders.includes(key))
    .flatMap(({ value }) => value.match(/[^\s<>,;"]+@[^\s<>,;"]+/g) ?? [])
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  return { recipients, failure: status ? failureIn(String(status.content)) : null }
}

/** The worst of its parts, one for each recipient: our mails have one. */
function failureIn(status: string): Failure | null {
  const found = status
    .replace(/\r\n/g, '\n')
    .split(/\n{2,}/)
    .filter((part) => /^action:[ \t]*failed\b/im.test(part))
    .map((part) => /^status:[ \t]*(\d\.\d{1,3}\.\d{1,3})/im.exec(part)?.[1] ?? '5.0.0')
  if (found.length === 0) return null
  return found.some((code) => !aboutThisMail.test(code)) ? 'permanent' : 'temporary'
}
