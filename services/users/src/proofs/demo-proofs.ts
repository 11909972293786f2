import { demoTeacherIds } from '@darsi/contracts/reference/demo.ts'
import { proofNames } from '@darsi/contracts/texts/proof-names.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import type { Profile } from '../profiles/profile.ts'
import { decideOnProof, keepProof, type ProofParts } from './proof-commands.ts'

const approved = ['demo-teacher', ...demoTeacherIds]
const pending = ['demo-pending-1', 'demo-pending-2']

/**
 * Generated documents of the demo teachers: accepted where the teacher is approved, waiting for the demo's administrators
 * where not. @returns false until the demo accounts have arrived by their events
 */
export async function seedDemoProofs(parts: ProofParts): Promise<boolean> {
  const people = await Promise.all([...approved, ...pending].map((id) => parts.profiles.find(id)))
  if (people.slice(0, approved.length).includes(null)) return false
  for (const profile of people)
    if (profile && (await parts.proofs.of(profile._id)).length === 0) await addDocuments(parts, profile)
  return true
}

async function addDocuments(parts: ProofParts, profile: Profile): Promise<void> {
  for (const kind of ['identity', 'diploma'] as const) {
    const lines = ['Demo: no real document', proofNames[kind].en, `Account ${profile._id}`]
    const bytes = Buffer.from(await sampleDocument(lines))
    await keepProof(parts, profile, { kind, bytes, type: 'application/pdf' })
  }
  if (profile.status !== 'approved') return
  for (const { id } of await parts.proofs.of(profile._id))
    await decideOnProof(parts, profile, { id, decision: 'accepted', reason: '', by: 'demo-admin' })
}
