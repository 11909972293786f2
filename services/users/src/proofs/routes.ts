import type { ReviewFileAnswer } from '@darsi/contracts/calls/users/proofs-api.ts'
import { proofsApi } from '@darsi/contracts/calls/users/proofs-api.ts'
import {
  type ApprovalNeed,
  missingFields,
  missingNeeds,
  type ProofKind,
  proofKinds,
} from '@darsi/contracts/rules/proofs.ts'
import { sendPrivateFile } from '@darsi/kit/http/private-file.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { Profile } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { requireProfile } from '../profiles/require-profile.ts'
import type { TeacherStore } from '../teachers/teacher-store.ts'
import type { UploadParts } from '../uploads/upload-commands.ts'
import { currentProofs, type Proof } from './proof.ts'
import { decideOnProof, type ProofParts, upload, viewProof, withdraw } from './proof-commands.ts'

type Parts = ProofParts & {
  profiles: Pick<ProfileStore, 'find' | 'findAll'>
  teachers: Pick<TeacherStore, 'collection' | 'setChecks'>
  approvalRequires: readonly ApprovalNeed[]
}

export function proofRoutes(parts: Parts, { uploads }: Pick<UploadParts, 'uploads'>): readonly Route[] {
  const own = async (userId: string) => requireProfile(await parts.profiles.find(userId))
  const fileOf = async (profile: Profile) =>
    success(answerOf(profile, await parts.proofs.of(profile._id), parts))
  return [
    route(proofsApi, 'GET /me/review-file', async ({ identity }) => fileOf(await own(identity.userId))),
    route(proofsApi, 'PUT /me/proofs/:kind', async ({ identity, params, body }) => {
      const profile = await own(identity.userId)
      await upload({ ...parts, uploads }, profile, kindOf(params.kind), body.upload)
      return fileOf(profile)
    }),
    route(proofsApi, 'DELETE /me/proofs/:kind', async ({ identity, params }) => {
      await withdraw(parts, identity.userId, kindOf(params.kind))
      return fileOf(await own(identity.userId))
    }),
    ...adminRoutes(parts),
  ]
}

function adminRoutes(parts: Parts): readonly Route[] {
  const teacherOf = async (id: string) => {
    const profile = await parts.profiles.find(id)
    if (profile?.role !== 'teacher') throw problem('not-found')
    return profile
  }
  return [
    route(proofsApi, 'GET /admin/proofs', async ({ query }) => {
      const { rows, ...counts } = await parts.proofs.waiting(query)
      const people = await parts.profiles.findAll(rows.map(({ _id }) => _id))
      const data = rows.flatMap(({ _id, proofs, waitingSince }) => {
        const profile = people.get(_id)
        if (!profile || !waitingSince) return []
        const { waiting } = currentProofs(proofs)
        const { fullName: name, status } = profile
        return [{ id: _id, name, status, waiting, since: waitingSince.toISOString() }]
      })
      return { success: true as const, data, ...counts }
    }),
    route(proofsApi, 'GET /admin/teachers/:id/review-file', async ({ params }) => {
      const profile = await teacherOf(params.id)
      const answer = answerOf(profile, await parts.proofs.of(profile._id), parts)
      const found = await parts.teachers.collection.findOne({ _id: profile._id })
      const { acceptTerms: _, emailNotifications: _mails, ...shown } = profile.roleData
      const { emailVerified } = profile
      return success({
        ...answer,
        profile: shown,
        emailVerified,
        updatedAt: profile.updatedAt.toISOString(),
        offeredHours: found?.slots?.length ?? 0,
        photo: profile.photo,
        slug: profile.slug,
      })
    }),
    route(proofsApi, 'GET /admin/teachers/:id/proofs/:proof/file', async ({ params, identity, response }) => {
      await teacherOf(params.id)
      const bytes = await viewProof(parts, params.id, { id: params.proof, by: identity.userId })
      return sendPrivateFile(response, bytes)
    }),
    route(proofsApi, 'PUT /admin/teachers/:id/proofs/:proof', async ({ params, body, identity }) => {
      const asked = { id: params.proof, by: identity.userId, ...body }
      await decideOnProof(parts, await teacherOf(params.id), asked)
      return succeeded()
    }),
  ]
}

/** @throws problem `not-found` for another word in the path */
function kindOf(word: string): ProofKind {
  const kind = proofKinds.find((each) => each === word)
  if (!kind) throw problem('not-found')
  return kind
}

function answerOf(
  profile: Profile,
  proofs: readonly Proof[],
  { approvalRequires: required }: Pick<Parts, 'approvalRequires'>,
): ReviewFileAnswer {
  const { _id: teacherId, fullName: name, status, roleData, emailVerified } = profile
  const lacking = missingFields(roleData)
  const has = { hasAddress: emailVerified, hasProfile: lacking.length === 0 }
  return {
    teacherId,
    name,
    status,
    required: [...required],
    missing: missingNeeds(required, { ...has, ...currentProofs(proofs) }),
    missingFields: lacking,
    proofs: proofs.toSorted((a, b) => b.uploadedAt.getTime() - a.uploadedAt.getTime()).map(proofAnswer),
  }
}

function proofAnswer({ id, kind, state, type, size, file, decision, ...times }: Proof) {
  return {
    ...{ id, kind, state, type, size },
    uploadedAt: times.uploadedAt.toISOString(),
    decidedAt: decision?.at.toISOString() ?? null,
    reason: decision?.reason ?? '',
    hasFile: file !== null,
    askedAgainAt: times.askedAgainAt?.toISOString() ?? null,
  }
}
