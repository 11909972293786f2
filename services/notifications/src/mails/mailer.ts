import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { Erasures } from '../erasure-store.ts'
import type { MailRequest } from './mail-request.ts'
import { lastKind, type Mail, type MailStore } from './mail-store.ts'
import type { MailQueue } from './queue.ts'
import type { ReturnPath } from './returned/return-path.ts'

type Parts = {
  mails: Pick<MailStore, 'keep' | 'isKept' | 'takeBack' | 'erase'>
  queue: Pick<MailQueue, 'add'>
  erasures: Pick<Erasures, 'isErased'>
  sealer: Pick<Sealer, 'seal'>
  /** Without a mailbox for returned mails there is none. */
  returnPath: ReturnPath | null
}

/** Stores mails, sealed, and schedules them. */
export function createMailer({ mails, queue, erasures, sealer, returnPath }: Parts) {
  return {
    /** A repeated request adds no mail. An erased account gets only the mail about the erasure. */
    send: async (
      request: MailRequest,
      about: Pick<Mail, 'about' | 'until' | 'sequence'> = {},
    ): Promise<void> => {
      const { id, kind, userId } = request
      const returned = returnPath && { returnCode: returnPath.codeOf(id) }
      await mails.keep({ _id: id, kind, userId, ...about, ...returned, sealed: sealer.seal(request) })
      // after the write: the erasure may have begun meanwhile
      if (kind !== lastKind && (await erasures.isErased(userId))) await mails.erase(userId)
      // also for an existing mail: a crash may have lost its job
      else await queue.add(id)
    },
    isKept: mails.isKept,
    takeBack: mails.takeBack,
    erase: mails.erase,
  }
}

export type Mailer = ReturnType<typeof createMailer>
