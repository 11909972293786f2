import type { Localised } from '../reference/languages.ts'
import type { ProofKind } from '../rules/proofs.ts'

/** Names of a teacher's documents in mails and on screens. */
export const proofNames = {
  identity: { en: 'identity card', fr: 'carte d’identité', ar: 'بطاقة التعريف الوطنية' },
  diploma: { en: 'diploma', fr: 'diplôme', ar: 'الشهادة العلمية' },
  bulletin: {
    en: 'bulletin n° 3 (criminal record)',
    fr: 'bulletin n° 3 (casier judiciaire)',
    ar: 'بطاقة عدد 3 (السوابق العدلية)',
  },
} as const satisfies Record<ProofKind, Localised>
