import type { Erasures } from '../../erasure-store.ts'
import type { MailStore } from '../mail-store.ts'
import type { MailKind } from '../texts.ts'
import { readReturned } from './delivery-status.ts'
import type { ReturnPath } from './return-path.ts'
import type { ReturnedStore } from './returned-store.ts'

type Parts = {
  mails: Pick<MailStore, 'byReturnCode'>
  returned: Pick<ReturnedStore, 'note' | 'erase'>
  erasures: Pick<Erasures, 'isErased'>
  returnPath: ReturnPath
  counted: (failure: 'permanent' | 'temporary') => void
}

/** These go to an address that is not the account's own, or that nobody has confirmed, so they say nothing about it. */
export const notToTheAccount: ReadonlySet<string> = new Set<MailKind>([
  ...(['verify-email', 'email-change', 'email-changed', 'email-change-removed', 'address-reserved'] as const),
  ...(['contact-received', 'contact-answered', 'contact-forwarded', 'contact-overdue'] as const),
  ...(['guardian-invited', 'guardian-returned', 'email-returned'] as const),
  ...(['newsletter', 'newsletter-test', 'newsletter-confirm', 'newsletter-welcome'] as const),
])

/**
 * Handles one message of the mailbox for returned mails.
 * @returns whether it was a mail of ours that came back: anything else changes nothing, and is left for a person
 */
export const createTakeBackReturned =
  ({ mails, returned, erasures, returnPath, counted }: Parts) =>
  async (message: Uint8Array): Promise<boolean> => {
    // what cannot be read is not ours, and must not stop those behind it
    const read = await readReturned(message).catch(() => null)
    const code = read?.recipients.map(returnPath.codeIn).find((found) => found !== null)
    const failure = read?.failure
    if (!code || !failure) return false
    const mail = await mails.byReturnCode(code)
    if (!mail) return false
    const { _id: mailId, userId, kind, createdAt: sentAt } = mail
    counted(failure)
    if (notToTheAccount.has(kind) || (await erasures.isErased(userId))) return true
    await returned.note({ userId, mailId, sentAt, failure })
    // erased meanwhile
    if (await erasures.isErased(userId)) await returned.erase(userId)
    return true
  }
