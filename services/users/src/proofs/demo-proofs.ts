import type { EventInput } from '@darsi/contracts/events/events.ts'
import { demoTeacherIds } from '@darsi/contracts/reference/demo.ts'
import { dayMs, hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { proofNames } from '@darsi/contracts/texts/proof-names.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import type { Profile } from '../profiles/profile.ts'
import { added, decided, type Proof } from './proof.ts'
import { decidedEvent, type ProofParts, uploadedEvent } from './proof-commands.ts'

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
const kinds = ['identity', 'diploma'] as const

/**
 * Generated documents of the demo teachers: accepted where the teacher is approved, waiting for the demo's administrators
 * where not. All are written in one command. @returns false until the demo accounts have arrived by their events
 */
export async function seedDemoProofs(parts: ProofParts, weeks = 0): Promise<boolean> {
  const { profiles, proofs } = parts
  const wanted = [...approved, ...pending, ...(weeks > 0 ? pendingOfHistory : [])]
  const people = await profiles.findAll(wanted)
  if (wanted.some((id) => !people.has(id))) return false
  const withProofs = await proofs.collection.distinct('_id', { _id: { $in: wanted } })
  const without = [...people.values()].filter(({ _id }) => !withProofs.includes(_id))
  if (without.length === 0) return true
  const contents = await documents()
  await proofs.insertMany(await Promise.all(without.map((profile) => proofsOf(parts, profile, contents))))
  return true
}

type Contents = Record<(typeof kinds)[number], Buffer>

/** Made once, because each takes some time to draw. */
async function documents(): Promise<Contents> {
  const drawn = async (kind: (typeof kinds)[number]) =>
    Buffer.from(await sampleDocument(['Demo: no real document', proofNames[kind].en]))
  return { identity: await drawn('identity'), diploma: await drawn('diploma') }
}

/** Sent at the registration and decided the day after it. */
async function proofsOf({ files }: ProofParts, profile: Profile, contents: Contents) {
  const before = (time: number) => new Date(Math.min(time, Date.now()))
  const sentAt = before(profile.createdAt.getTime() + hourMs)
  const decidedAt = before(sentAt.getTime() + dayMs)
  let proofs: readonly Proof[] = []
  const events: EventInput[] = []
  for (const kind of kinds) {
    if (kind === 'diploma' && profile._id === withoutDiploma) continue
    const file = await files.put('proofs', { bytes: contents[kind], type: 'application/pdf' })
    const change = added(proofs, { kind, file, now: sentAt })
    proofs = change.proofs
    events.push(uploadedEvent(profile._id, change, sentAt))
  }
  if (profile.status === 'approved')
    for (const { id } of proofs) {
      const change = decided(proofs, id, {
        decision: 'accepted',
        reason: '',
        by: 'demo-admin',
        at: decidedAt,
      })
      proofs = change.proofs
      events.push(decidedEvent(profile, change, { decision: 'accepted', by: 'demo-admin', at: decidedAt }))
    }
  return { _id: profile._id, proofs: [...proofs], events }
}
