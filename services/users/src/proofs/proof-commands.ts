import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { ProofKind } from '@darsi/contracts/rules/proofs.ts'
import { bulletinMonths, monthsBefore } from '@darsi/contracts/rules/proofs.ts'
import { isTransient } from '@darsi/kit/failure.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import { type Profile, personOf } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { TeacherStore } from '../teachers/teacher-store.ts'
import { cleanUpload, dropUpload, type UploadParts } from '../uploads/upload-commands.ts'
import { added, type Changed, currentProofs, decided, dueBulletin, type Proof, withdrawn } from './proof.ts'
import type { ProofStore } from './proof-store.ts'

export type ProofParts = {
  proofs: ProofStore
  files: SealedFiles
  profiles: Pick<ProfileStore, 'find' | 'findAll'>
  now: () => Date
}

/**
 * Takes a complete upload; its id becomes the proof's, so that a repeated call changes nothing. A file is written before
 * its document and deleted after it: what a crash leaves behind is an orphan, never a loss.
 */
export async function upload(
  parts: ProofParts & UploadParts,
  profile: Profile,
  kind: ProofKind,
  id: string,
): Promise<void> {
  const { proofs, files, now } = parts
  // the upload first: a call at the same time keeps the proof before it drops the upload
  const sent = await parts.uploads.find(id, profile._id)
  const isKept = async () => (await proofs.of(profile._id)).some((proof) => proof.id === id)
  if (await isKept()) return
  if (!sent) throw problem('not-found')
  const cleaned = await cleanUpload(parts, sent).catch(async (refused) => {
    if (await isKept()) return null
    throw refused
  })
  if (!cleaned) return
  const file = await files.put('proofs', cleaned)
  const write = async () => {
    await proofs.open(profile._id)
    const changed = await proofs.update(
      profile._id,
      (found) =>
        found.some((proof) => proof.id === id) ? null : added(found, { id, kind, file, now: now() }),
      (change) => uploadedEvent(profile._id, change, now()),
    )
    // the account was erased meanwhile
    if (!changed && !(await isKept())) throw problem('profile-not-ready')
    return changed
  }
  const written = await write().catch(async (error) => {
    // a write without an answer may have succeeded, and its document needs the file
    if (!isTransient(error)) await files.remove(file)
    throw error
  })
  // another call was faster
  const unneeded = written ? written.replaced?.file : file
  if (unneeded) await files.remove(unneeded)
  await dropUpload(parts, sent)
}

export async function withdraw({ proofs, files, now }: ProofParts, teacherId: string, kind: ProofKind) {
  const changed = await proofs.update(
    teacherId,
    (found) => withdrawn(found, kind),
    (change) => ({ type: 'proof.withdrawn', data: dataOf(teacherId, change, teacherId, now()) }),
  )
  if (!changed) throw problem('not-found')
  if (changed.about.file) await files.remove(changed.about.file)
}

type Decision = { id: string; decision: 'accepted' | 'refused'; reason: string; by: string }

/** @throws problem as `decided` does, `not-found` for a teacher without proofs */
export async function decideOnProof(parts: ProofParts, profile: Profile, asked: Decision): Promise<void> {
  const { id, ...decision } = asked
  const at = parts.now()
  const changed = await parts.proofs.update(
    profile._id,
    (found) => decided(found, id, { ...decision, at }),
    (change) => decidedEvent(profile, change, { ...asked, at }),
  )
  if (!changed) throw problem('not-found')
}

export async function followProofs(
  { proofs, teachers }: { proofs: ProofStore; teachers: Pick<TeacherStore, 'setChecks'> },
  { data: { teacherId } }: { data: { teacherId: string } },
): Promise<void> {
  const file = await proofs.collection.findOne({ _id: teacherId })
  if (!file) return
  await teachers.setChecks(teacherId, file.v, currentProofs(file.proofs).accepted)
}

/** The bytes of a proof, once the event for the audit log is written. */
export async function viewProof(
  parts: ProofParts,
  teacherId: string,
  { id, by }: { id: string; by: string },
) {
  const { proofs, files, now } = parts
  const viewed = await proofs.update(
    teacherId,
    (found) => {
      const about = found.find((proof) => proof.id === id)
      if (!about?.file) throw problem('not-found')
      return { proofs: [...found], about }
    },
    (change) => ({ type: 'proof.viewed', data: dataOf(teacherId, change, by, now()) }),
  )
  const bytes = viewed?.about.file && (await files.get(viewed.about.file))
  if (!bytes) throw problem('not-found')
  return bytes
}

/** Asks for a new bulletin n° 3 where the accepted one is 33 months old, once for each. */
export async function askForBulletins({ proofs, profiles, now }: ProofParts): Promise<void> {
  const at = now()
  for (const { _id } of await proofs.bulletinsBefore(monthsBefore(bulletinMonths, at))) {
    const profile = await profiles.find(_id)
    if (profile?.status !== 'approved') continue
    await proofs.update(
      _id,
      (found) => {
        const due = dueBulletin(found, at)
        if (!due) return null
        const about = { ...due, askedAgainAt: at }
        return { proofs: found.map((proof) => (proof === due ? about : proof)), about }
      },
      (change) => ({
        type: 'proof.due',
        data: dataOf(_id, change, _id, at),
        personal: personOf(profile),
      }),
    )
  }
}

/** Deletes files whose decision is old enough; the file goes first, so that a crash repeats it. */
export async function removeDecidedFiles({ proofs, files }: ProofParts, before: Date): Promise<number> {
  let count = 0
  for (let rows = await proofs.decidedBefore(before, batch); rows.length > 0; ) {
    for (const row of rows)
      for (const { id, file, decision } of row.proofs) {
        if (!file || !decision || decision.at > before) continue
        await files.remove(file)
        await proofs.dropFile(row._id, id)
        count++
      }
    rows = await proofs.decidedBefore(before, batch)
  }
  return count
}

/** The person who uploaded them is not the owner of the address; the account itself stays. */
export async function forgetProofs(parts: ProofParts, teacherId: string): Promise<void> {
  const { proofs, files, now } = parts
  let found: readonly Proof[] = []
  await proofs.update(
    teacherId,
    (before) => {
      const [about] = before
      found = before
      return about ? { proofs: [], about } : null
    },
    (change) => ({ type: 'proof.withdrawn', data: dataOf(teacherId, change, teacherId, now()) }),
  )
  for (const { file } of found) if (file) await files.remove(file)
}

export async function eraseProofs({ proofs, files }: ProofParts, teacherId: string, at: Date): Promise<void> {
  for (const { file } of await proofs.of(teacherId)) if (file) await files.remove(file)
  await proofs.erase(teacherId, at)
}

/** What counts and what waits; consumers of state records read nothing else. */
export function proofsState(
  teacherId: string,
  proofs: readonly Proof[],
  at: Date,
): EventInput<'proof.uploaded'> {
  // a teacher who has withdrawn every proof
  const about = proofs.at(-1) ?? { id: teacherId, kind: 'identity' as const }
  return uploadedEvent(teacherId, { proofs, about }, at)
}

export const uploadedEvent = (teacherId: string, change: Shown, at: Date): EventInput<'proof.uploaded'> => ({
  type: 'proof.uploaded',
  data: dataOf(teacherId, change, teacherId, at),
})

export const decidedEvent = (
  profile: Profile,
  change: Changed,
  { decision, by, at }: Pick<Decision, 'decision' | 'by'> & { at: Date },
): EventInput<'proof.decided'> => ({
  type: 'proof.decided',
  data: { ...dataOf(profile._id, change, by, at), decision },
  personal: { ...personOf(profile), reason: change.about.decision?.reason ?? '' },
})

const batch = 100

type Shown = { proofs: readonly Proof[]; about: Pick<Proof, 'id' | 'kind'> }

function dataOf(teacherId: string, { proofs, about }: Shown, by: string, at: Date) {
  const { accepted, waiting } = currentProofs(proofs)
  return {
    teacherId,
    proofId: about.id,
    kind: about.kind,
    by,
    at: at.toISOString(),
    accepted: accepted.map((each) => ({ ...each, at: each.at.toISOString() })),
    waiting,
  }
}
