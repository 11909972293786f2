export { CheckBadges } from './check-badges.tsx'
export { OwnProofs } from './own-proofs.tsx'
export { ProofQueue } from './proof-queue.tsx'
export { ReviewFile, readProfileAt } from './review-file.tsx'
