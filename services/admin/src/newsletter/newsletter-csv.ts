import { type Language, pathIn } from '@darsi/contracts/reference/languages.ts'
import { exportFileName } from '@darsi/contracts/texts/product.ts'
import type { Response } from 'express'
import { writeCsv } from '../csv.ts'
import type { SubscriptionStore } from './subscription-store.ts'

const header = ['Email', 'Language', 'Confirmed At', 'Unsubscribe']

/** The confirmed subscribers, each with the unsubscribe link that the newsletter must contain. */
export async function writeSubscribersCsv(
  subscriptions: SubscriptionStore,
  response: Response,
  { at, language: fileLanguage, publicUrl }: { at: Date; language: Language; publicUrl: string },
): Promise<void> {
  const rows = async function* () {
    for await (const { email, language, confirmedAt, leaveToken } of subscriptions.confirmed()) {
      const leave = publicUrl + pathIn(language, `/newsletter/leave?token=${leaveToken}`)
      yield [email, language, confirmedAt ?? null, leave]
    }
  }
  const fileName = exportFileName('newsletter', at)
  await writeCsv(response, { fileName, language: fileLanguage, header }, rows())
}
