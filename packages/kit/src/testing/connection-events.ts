import type { ConnectionEventType, EventInput } from '@darsi/contracts/events/events.ts'

type Event = EventInput<ConnectionEventType>
type Given = Partial<Event['data']> & Pick<Event['data'], 'connectionId' | 'teacherId'>

/** An event of a connection. The default values are those of an approved connection between adults. */
export function connectionOf(
  type: ConnectionEventType,
  given: Given,
  personal: Partial<Event['personal']> = {},
): Event {
  const { status = 'approved', at = new Date().toISOString(), requestedAt = at } = given
  const person = (fullName: string) => ({ email: 'x@example.tn', fullName, language: 'fr' as const })
  return {
    type,
    data: {
      ...{ guardianIds: [], requesterId: given.studentId ?? given.guardianIds?.[0] ?? '', minor: false },
      ...{ subject: 'mathematics', learnerBirthYear: null, flags: [], requestedAt },
      needs: { teacher: 'agreed', guardian: 'agreed', admin: 'agreed' },
      decidedAt: status === 'pending' ? null : at,
      ...given,
      ...{ status, at },
    },
    personal: {
      ...{ teacher: person('Karim Jaziri'), student: person('Amina Ben Salah') },
      ...{ guardians: [], message: '', note: '', ...personal },
    },
  }
}
