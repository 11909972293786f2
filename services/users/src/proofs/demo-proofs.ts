import { demoTeacherIds } from '@darsi/contracts/reference/demo.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { proofNames } from '@darsi/contracts/texts/proof-names.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import type { Profile } from '../profiles/profile.ts'
import { decideOnProof, keepProof, type ProofParts } from './proof-commands.ts'

const approved = ['demo-teacher', ...demoTeacherIds]
const pending = ['demo-pending-1', 'demo-pending-2']
/** The others who wait in a demo with a history; the last one has not sent a diploma yet. */
const pendingOfHistory = [
  'demo-pending-4',
  'demo-pending-5',
  'demo-pending-6',
  'demo-pending-7',
  'demo-pending-8',
]
const withoutDiploma = 'demo-pending-8'
const dayMs = 24 * hourMs

/**
 * Generated documents of the demo teachers: accepted where the teacher is approved, waiting for the demo's administrators
 * where not. @returns false until the demo accounts have arrived by their events
 */
export async function seedDemoProofs(parts: ProofParts, weeks = 0): Promise<boolean> {
  const wanted = [...approved, ...pending, ...(weeks > 0 ? pendingOfHistory : [])]
  const people = await Promise.all(wanted.map((id) => parts.profiles.find(id)))
  if (people.slice(0, approved.length).includes(null)) return false
  await Promise.all(
    people.map(async (profile) => {
      if (!profile || (await parts.proofs.of(profile._id)).length > 0) return
      // sent at the registration and decided the day after it
      const sentAt = profile.createdAt.getTime() + hourMs
      const at = (time: number) => ({ ...parts, now: () => new Date(Math.min(time, Date.now())) })
      await sendDocuments(at(sentAt), profile)
      if (profile.status === 'approved') await acceptDocuments(at(sentAt + dayMs), profile)
    }),
  )
  return true
}

async function sendDocuments(parts: ProofParts, profile: Profile): Promise<void> {
  for (const kind of ['identity', 'diploma'] as const) {
    if (kind === 'diploma' && profile._id === withoutDiploma) continue
    const lines = ['Demo: no real document', proofNames[kind].en, `Account ${profile._id}`]
    const bytes = Buffer.from(await sampleDocument(lines))
    await keepProof(parts, profile, { kind, bytes, type: 'application/pdf' })
  }
}

async function acceptDocuments(parts: ProofParts, profile: Profile): Promise<void> {
  for (const { id } of await parts.proofs.of(profile._id))
    await decideOnProof(parts, profile, { id, decision: 'accepted', reason: '', by: 'demo-admin' })
}
