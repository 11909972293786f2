import type { EventInput } from '@darsi/contracts/events/events.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { contactOf, contactsOf } from '../profiles/profile.ts'
import type { CareChange, CareMoved } from './care-change.ts'
import type { CareContext } from './care-context.ts'

type EventDetails = {
  type: CareMoved['type'] | 'care-change.requested'
  movedBy: string | undefined
  at: Date
}

export function careChangeEvent(
  change: CareChange,
  { child, people, guardianIds }: CareContext,
  { type, movedBy, at }: EventDetails,
): EventInput {
  const { _id, kind, status, accountId, by, guardianId, agreedBy, admin, fields } = change
  const from = kind === 'age' ? (child?.birthYear ?? null) : null
  const candidate = people.get(guardianId ?? '')
  return {
    type,
    data: {
      changeId: _id,
      kind,
      status,
      ...(child && { childId: child._id }),
      ...(accountId && { accountId }),
      by,
      ...(movedBy && { movedBy }),
      ...(guardianId && { guardianId }),
      guardianIds: [...guardianIds],
      agreedBy,
      admin,
      askedAt: change.askedAt.toISOString(),
      notBefore: change.notBefore.toISOString(),
      expiresAt: change.expiresAt.toISOString(),
      at: at.toISOString(),
    },
    personal: {
      childName: child?.firstName ?? firstNameOf(people.get(accountId ?? '')?.fullName ?? ''),
      from,
      to: fields ? (fields.birthYear ?? from) : null,
      guardians: contactsOf(people, guardianIds),
      ...(candidate && { candidate: contactOf(candidate) }),
    },
  }
}
