import { listOf } from '../reference/i18n/lists.ts'
import { inEachLanguage, type Localised } from '../reference/languages.ts'
import type { ApprovalNeed, ProofKind } from '../rules/proofs.ts'

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

const approvalNeedNames: Readonly<Record<ApprovalNeed, Localised>> = {
  ...proofNames,
  address: { en: 'confirmed email address', fr: 'adresse e-mail confirmée', ar: 'بريد إلكتروني مؤكَّد' },
  profile: { en: 'complete profile', fr: 'profil complet', ar: 'ملف شخصي مكتمل' },
}

/** What a teacher lacks, as a list in words. */
export const approvalNeedsText = (needs: readonly ApprovalNeed[]): Localised =>
  inEachLanguage((language) =>
    listOf(
      needs.map((need) => approvalNeedNames[need][language]),
      language,
    ),
  )
