import { randomUUID } from 'node:crypto'
import { pieceType } from '@darsi/contracts/rules/files.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import { samplePicture } from '@darsi/kit/storage/sample-picture.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { step } from './step.ts'
import {
  type Applicant,
  type AppliedCard,
  actor,
  as,
  call,
  dataOf,
  isDone,
  rows,
  signInLater,
  uniqueText,
  type World,
} from './world.ts'

const isThere = (world: Readonly<World>) =>
  world.applicant !== null && world.actors.get('applicant')?.isGone === false
const has = (status: Applicant['status']) => (world: Readonly<World>) =>
  isThere(world) && world.applicant?.status === status

/** A step about an applicant who is there. */
const review = (
  name: string,
  when: (world: Readonly<World>) => boolean,
  act: (world: World, applicant: Applicant) => Promise<void>,
) =>
  step(name, when, async (world) => {
    if (world.applicant) await act(world, world.applicant)
  })

const emptyCard: AppliedCard = { bio: '', photo: null, slug: '' }

/** Others may see this card from now on. */
function publish(applicant: Applicant, card: AppliedCard): void {
  applicant.shown = card
  applicant.publicSlugs.add(card.slug)
}

/** A teacher with a proven address, whom nobody has reviewed yet. */
export const applies = step(
  'a teacher applies',
  ({ applicant }) => applicant === null,
  async (world) => {
    const { email } = await actor(world, 'applicant')
    await actor(world, 'admin')
    // the account reaches administration by an event
    const query = `GET /admin/users?q=${encodeURIComponent(email)}`
    await eventually(async () => rows(await as(world, 'admin', query)).length > 0)
    world.applicant = {
      ...{
        status: 'pending',
        isVisible: true,
        hasPage: false,
        slugs: new Set(),
        photos: new Set(),
        publicSlugs: new Set(),
      },
      ...{
        bios: [],
        shown: emptyCard,
        newest: emptyCard,
        read: null,
        voidProofs: [],
        waiting: new Map(),
        accepted: new Set(),
      },
    }
  },
)

async function decide(world: World, applicant: Applicant, status: 'approved' | 'suspended'): Promise<void> {
  const { id } = await actor(world, 'applicant')
  await actor(world, 'admin')
  const { read } = applicant
  const body = { status, seen: applicant.status, notes: 'a sequence', profileAt: read?.profileAt }
  if (!isDone(await as(world, 'admin', `PUT /admin/users/${id}/status`, body))) return
  // an approval counts for what the administrator has read; without a file, for what was written until then
  if (applicant.status === 'pending') publish(applicant, read?.card ?? applicant.newest)
  applicant.read = null
  await follow(world, applicant, status)
}

/** A suspension ends the teacher's sessions; after it the teacher signs in again. */
async function follow(world: World, applicant: Applicant, status: 'approved' | 'suspended'): Promise<void> {
  const isBack = applicant.status === 'suspended'
  applicant.status = status
  if (status === 'approved') world.reached.add('teacher approved')
  if (!isBack) return
  await signInLater(world, await actor(world, 'applicant'))
}

async function decideOnCard(
  world: World,
  applicant: Applicant,
  status: 'approved' | 'refused',
): Promise<void> {
  const { id } = await actor(world, 'applicant')
  await actor(world, 'admin')
  const card = rows(await as(world, 'admin', 'GET /admin/cards?limit=100')).find((one) => one['id'] === id)
  if (!card) return
  const body = { status, changedAt: card['changedAt'], notes: 'a sequence' }
  if (!isDone(await as(world, 'admin', `PUT /admin/cards/${id}`, body))) return
  // `as`: the declared answer
  const { shown, proposed } = card as { shown: AppliedCard; proposed: AppliedCard }
  if (status === 'approved') publish(applicant, proposed)
  else applicant.newest = shown
}

async function upload(world: World, key: string, bytes: Uint8Array) {
  const { token } = await actor(world, 'applicant')
  const body = { name: 'document', size: bytes.length }
  const begun = await call(world, 'POST /materials/uploads', { token, body })
  if (!isDone(begun)) return begun
  const id = String(dataOf(begun)['id'])
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0' }
  const file = { type: pieceType, bytes, headers }
  const sent = await call(world, `PATCH /materials/uploads/${id}`, { token, file })
  return isDone(sent) ? call(world, key, { token, body: { upload: id } }) : sent
}

async function uploadProof(world: World, applicant: Applicant, kind: 'identity' | 'diploma'): Promise<void> {
  const bytes = await sampleDocument([kind, randomUUID()])
  const sent = await upload(world, `PUT /me/proofs/${kind}`, bytes)
  if (!isDone(sent)) return
  const before = applicant.waiting.get(kind)
  if (before) applicant.voidProofs.push(before)
  // `as`: the declared answer
  const { proofs } = dataOf(sent) as { proofs: { id: string; kind: string; state: string }[] }
  const made = proofs.find((proof) => proof.kind === kind && proof.state === 'waiting')
  if (made) applicant.waiting.set(kind, made.id)
}

async function decideOnProofs(world: World, applicant: Applicant, decision: 'accepted' | 'refused') {
  const { id } = await actor(world, 'applicant')
  await actor(world, 'admin')
  for (const [kind, proof] of [...applicant.waiting]) {
    const body = { decision, reason: 'a sequence' }
    if (!isDone(await as(world, 'admin', `PUT /admin/teachers/${id}/proofs/${proof}`, body))) continue
    applicant.waiting.delete(kind)
    if (decision === 'accepted') applicant.accepted.add(kind)
  }
}

async function setVisible(world: World, applicant: Applicant, profileVisible: boolean): Promise<void> {
  const preferences = dataOf(await as(world, 'applicant', 'GET /me/preferences'))
  const body = { ...preferences, privacy: { profileVisible, contactVisible: false } }
  if (isDone(await as(world, 'applicant', 'PUT /me/preferences', body))) applicant.isVisible = profileVisible
}

function leave(world: World, applicant: Applicant): void {
  const gone = world.actors.get('applicant')
  if (gone) gone.isGone = true
  applicant.isVisible = false
  applicant.voidProofs.push(...applicant.waiting.values())
  applicant.shown = emptyCard
}

/** The review of a teacher, and what others see of the teacher meanwhile. */
export const approvalSteps = [
  ...[1, 2].map(() => review('an administrator approves', isThere, (w, one) => decide(w, one, 'approved'))),
  review('an administrator suspends', has('approved'), (w, one) => decide(w, one, 'suspended')),
  review('two administrators decide at once', isThere, async (world, applicant) => {
    await actor(world, 'super-admin')
    const { id } = await actor(world, 'applicant')
    const key = `PUT /admin/users/${id}/status`
    await actor(world, 'admin')
    const seen = applicant.status
    const [approved, suspended] = await Promise.all([
      as(world, 'admin', key, { status: 'approved', seen, notes: 'a sequence' }),
      as(world, 'super-admin', key, { status: 'suspended', seen, notes: 'a sequence' }),
    ])
    if (isDone(approved) && isDone(suspended)) throw new Error('two decisions about one state')
    if (seen === 'pending' && (isDone(approved) || isDone(suspended))) publish(applicant, applicant.newest)
    if (isDone(approved)) await follow(world, applicant, 'approved')
    if (isDone(suspended)) await follow(world, applicant, 'suspended')
  }),

  ...[1, 2].map(() =>
    review('the teacher writes another bio', isThere, async (world, applicant) => {
      const profile = await as(world, 'applicant', 'GET /me/profile')
      if (!isDone(profile)) return
      const bio = uniqueText('I teach with')
      const body = { version: dataOf(profile)['version'], roleData: { bio } }
      const changed = await as(world, 'applicant', 'PATCH /me/profile', body)
      if (!isDone(changed)) return
      applicant.bios.push(bio)
      applicant.newest = { ...applicant.newest, bio }
    }),
  ),
  review('an administrator reads the file', isThere, async (world, applicant) => {
    const { id } = await actor(world, 'applicant')
    await actor(world, 'admin')
    const file = await as(world, 'admin', `GET /admin/teachers/${id}/review-file`)
    if (isDone(file))
      applicant.read = { profileAt: String(dataOf(file)['updatedAt']), card: applicant.newest }
  }),
  review('an administrator accepts the card', isThere, (w, one) => decideOnCard(w, one, 'approved')),
  review('an administrator refuses the card', isThere, (w, one) => decideOnCard(w, one, 'refused')),

  review('the teacher sends the identity', isThere, (w, one) => uploadProof(w, one, 'identity')),
  review('the teacher sends a diploma', isThere, (w, one) => uploadProof(w, one, 'diploma')),
  review('the teacher takes the identity back', isThere, async (world, applicant) => {
    if (!isDone(await as(world, 'applicant', 'DELETE /me/proofs/identity'))) return
    applicant.voidProofs.push(applicant.waiting.get('identity') ?? '')
    applicant.waiting.delete('identity')
  }),
  review('an administrator accepts the proofs', isThere, (w, one) => decideOnProofs(w, one, 'accepted')),
  review('an administrator refuses the proofs', isThere, (w, one) => decideOnProofs(w, one, 'refused')),

  review('the teacher hides the profile', isThere, (w, one) => setVisible(w, one, false)),
  review('the teacher shows the profile', isThere, (w, one) => setVisible(w, one, true)),
  ...[true, false].map((enabled) =>
    review(
      `the teacher switches the public page ${enabled ? 'on' : 'off'}`,
      isThere,
      async (world, applicant) => {
        const slug = uniqueText('page').replace(' ', '-')
        if (!isDone(await as(world, 'applicant', 'PUT /me/public-page', { enabled, slug }))) return
        applicant.hasPage = enabled
        applicant.slugs.add(slug)
        applicant.newest = { ...applicant.newest, slug }
      },
    ),
  ),
  review('the teacher changes the photo', isThere, async (world, applicant) => {
    const sent = await upload(world, 'PUT /me/photo', await samplePicture())
    if (!isDone(sent)) return
    const photo = String(dataOf(sent)['photo'])
    applicant.photos.add(photo)
    applicant.newest = { ...applicant.newest, photo }
  }),
  review('the teacher deletes the photo', isThere, async (world, applicant) => {
    if (!isDone(await as(world, 'applicant', 'DELETE /me/photo'))) return
    applicant.newest = { ...applicant.newest, photo: null }
    applicant.shown = { ...applicant.shown, photo: null }
    if (applicant.read) applicant.read.card = { ...applicant.read.card, photo: null }
  }),
  review('the teacher under review closes the account', isThere, async (world, applicant) => {
    const { password } = await actor(world, 'applicant')
    if (isDone(await as(world, 'applicant', 'DELETE /me', { password }))) leave(world, applicant)
  }),
]
