import type { Sealer } from '@darsi/kit/events/seal.ts'
import * as z from 'zod'
import type { StoredMessage } from './thread.ts'

const sealedText = z.object({ text: z.string() })

export const sealText = (sealer: Sealer, text: string): string => sealer.seal({ text })

export const textOf = (sealer: Sealer, { sealed }: Pick<StoredMessage, 'sealed'>): string =>
  sealedText.parse(sealer.unseal(sealed)).text
