import { csvLine } from '@darsi/contracts/csv-line.ts'
import { pathIn } from '@darsi/contracts/languages.ts'
import { exportFileName } from '@darsi/contracts/product.ts'
import type { Response } from 'express'
import { writeCsv } from './csv.ts'
import type { NewsletterStore } from './newsletter-store.ts'

const header = ['Email', 'Language', 'Confirmed At', 'Unsubscribe']

/** Who gets the next newsletter, each with the link that must stand in it. */
export async function writeSubscribersCsv(
  subscriptions: NewsletterStore,
  response: Response,
  { at, publicUrl }: { at: Date; publicUrl: string },
): Promise<void> {
  const rows = async function* () {
    for await (const { email, language, confirmedAt, leaveToken } of subscriptions.confirmed()) {
      const leave = publicUrl + pathIn(language, `/newsletter/leave?token=${leaveToken}`)
      yield csvLine([email, language, confirmedAt?.toISOString() ?? '', leave])
    }
  }
  await writeCsv(response, exportFileName('newsletter', at), header, rows())
}
