import { isSelfRegistrationRole } from '@darsi/contracts/reference/roles.ts'
import { type RefObject, useState } from 'react'
import { invitedAddress } from '../../links/kept-token.ts'
import { useTypedEarly } from '../parts/use-typed-early.ts'
import { readDraft } from './draft.ts'
import type { Wizard } from './use-wizard.ts'
import { emptyValues } from './values.ts'

type Restored = { dismiss: () => void; forget: () => void }

/**
 * The form's initial values after hydration: the draft of this tab, the role of `?type=`, and the input from before
 * hydration. Not null if there was a draft.
 */
export function useStartingValues(form: RefObject<HTMLFormElement | null>, wizard: Wizard): Restored | null {
  const [restored, setRestored] = useState(false)

  useTypedEarly(form, (typed) => {
    const draft = readDraft()
    const type = new URLSearchParams(location.search).get('type')
    const { fullName, email, password, phone, userType } = typed
    const early = isSelfRegistrationRole(userType) ? userType : null
    const start = draft ?? emptyValues
    setRestored(draft !== null)
    const invited = invitedAddress.kept()
    wizard.restore({
      ...start,
      ...(invited !== null && { email: start.email || invited, userType: 'parent' as const }),
      ...(isSelfRegistrationRole(type) && { userType: type }),
      ...(early !== null && { userType: early }),
      ...(fullName !== undefined && { fullName }),
      ...(email !== undefined && { email }),
      ...(phone !== undefined && phone !== emptyValues.phone && { phone }),
      ...(password !== undefined && { password }),
    })
  })

  if (!restored) return null
  return {
    dismiss: () => setRestored(false),
    forget() {
      wizard.startOver()
      setRestored(false)
    },
  }
}
