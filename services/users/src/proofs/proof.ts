import { randomUUID } from 'node:crypto'
import { bulletinMonths, monthsBefore, type ProofKind, proofKinds } from '@darsi/contracts/rules/proofs.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { SealedFile } from '@darsi/kit/storage/sealed-files.ts'

/** One uploaded document. The decision and the hash stay when the file is deleted. */
export type Proof = Pick<SealedFile, 'hash' | 'type' | 'size'> & {
  id: string
  kind: ProofKind
  file: SealedFile | null
  uploadedAt: Date
  state: 'waiting' | 'accepted' | 'refused'
  decision: { by: string; reason: string; at: Date } | null
  /** When a new one was asked for. */
  askedAgainAt: Date | null
}

export type Changed = { proofs: Proof[]; about: Proof; replaced?: Proof | undefined }

const maxProofs = 60

/** Replaces a proof of the kind that waits; decided ones stay. @throws problem `proofs-full` */
export function added(
  proofs: readonly Proof[],
  { id = randomUUID(), kind, file, now }: { id?: string; kind: ProofKind; file: SealedFile; now: Date },
): Changed {
  const { hash, type, size } = file
  const fresh = { hash, type, size, file, kind, uploadedAt: now }
  const about: Proof = { id, ...fresh, state: 'waiting', decision: null, askedAgainAt: null }
  const others = proofs.filter((proof) => !isWaiting(proof, kind))
  if (others.length >= maxProofs) throw problem('proofs-full')
  return { proofs: [...others, about], about, replaced: proofs.find((proof) => isWaiting(proof, kind)) }
}

/** @throws problem `not-found` when none of the kind waits */
export function withdrawn(proofs: readonly Proof[], kind: ProofKind): Changed {
  const about = proofs.find((proof) => isWaiting(proof, kind))
  if (!about) throw problem('not-found')
  return { proofs: proofs.filter((proof) => proof !== about), about }
}

type Decision = { decision: 'accepted' | 'refused'; reason: string; by: string; at: Date }

/** @throws problem `proof-decided` when it is decided or was replaced, `reason-required` for a refusal without one */
export function decided(proofs: readonly Proof[], id: string, decision: Decision): Changed {
  const { decision: state, by, at } = decision
  const reason = decision.reason.trim()
  const found = proofs.find((proof) => proof.id === id)
  if (found?.state !== 'waiting') throw problem('proof-decided')
  if (state === 'refused' && reason === '') throw problem('reason-required')
  const about: Proof = { ...found, state, decision: { by, reason, at } }
  return { proofs: proofs.map((proof) => (proof === found ? about : proof)), about }
}

/** The current state: the newest accepted proof of each kind with the time of its decision, and the kinds that wait. */
export function currentProofs(proofs: readonly Proof[]) {
  const accepted = proofKinds.flatMap((kind) => {
    const at = acceptedOf(proofs, kind)?.decision?.at
    return at ? [{ kind, at }] : []
  })
  const waiting = proofKinds.filter((kind) => proofs.some((proof) => isWaiting(proof, kind)))
  return { accepted, waiting }
}

/** The accepted bulletin whose replacement is due now, or null. */
export function dueBulletin(proofs: readonly Proof[], now: Date): Proof | null {
  const newest = acceptedOf(proofs, 'bulletin')
  const isOld = newest?.decision && newest.decision.at <= monthsBefore(bulletinMonths, now)
  const isAsked = newest?.askedAgainAt != null || proofs.some((proof) => isWaiting(proof, 'bulletin'))
  return newest && isOld && !isAsked ? newest : null
}

const isWaiting = (proof: Proof, kind: ProofKind) => proof.kind === kind && proof.state === 'waiting'

function acceptedOf(proofs: readonly Proof[], kind: ProofKind): Proof | undefined {
  return proofs
    .filter((proof) => proof.kind === kind && proof.state === 'accepted')
    .toSorted((a, b) => (a.decision?.at.getTime() ?? 0) - (b.decision?.at.getTime() ?? 0))
    .at(-1)
}
