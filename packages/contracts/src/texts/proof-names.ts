import { listOf } from '../reference/i18n/lists.ts'
import { namesOf } from '../reference/i18n/names-of.ts'
import { texts } from '../reference/i18n/texts.ts'
import { inEachLanguage, type Localised } from '../reference/languages.ts'
import type { ApprovalNeed, ProofKind } from '../rules/proofs.ts'

/** Names of a teacher's documents in mails and on screens. */
export const proofNames: Readonly<Record<ProofKind, Localised>> = /* @__PURE__ */ namesOf(texts.proofs)

const approvalNeedNames: Readonly<Record<ApprovalNeed, Localised>> = /* @__PURE__ */ Object.assign(
  {},
  proofNames,
  namesOf(texts.approvalNeeds),
)

/** What a teacher lacks, as a list in words. */
export const approvalNeedsText = (needs: readonly ApprovalNeed[]): Localised =>
  inEachLanguage((language) =>
    listOf(
      needs.map((need) => approvalNeedNames[need][language]),
      language,
    ),
  )
