import { eventually } from '@darsi/kit/testing/testing.ts'
import { site } from './site.ts'

export type Mail = {
  id: string
  subject: string
  text: string
  html: string
  to: { address: string }[]
  headers: Record<string, string>
}

/** Every caught mail to an address, oldest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  // the catcher keeps every mail of a run and filters, so that a test does not read all of them again and again
  const response = await fetch(
    `${site.mailUrl}/email?to.address=${encodeURIComponent(address.toLowerCase())}`,
  )
  // `as`: maildev's own format
  return (await response.json()) as Mail[]
}

/** Waits for the mail with this subject. */
export function mailTo(address: string, subject: RegExp, ms = 60_000): Promise<Mail> {
  return eventually(async () => (await mailsTo(address)).find((mail) => subject.test(mail.subject)), ms)
}

/** The first link of a mail whose path contains `part`. */
export function linkIn(mail: Mail, part: string): string {
  const link = (mail.text.match(/https?:\/\/\S+/g) ?? []).find((url) => url.includes(part))
  if (!link) throw new Error(`no link with ${part} in "${mail.subject}"`)
  return link
}
