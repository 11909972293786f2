type Connection = { studentId?: string | null | undefined; guardianIds: readonly string[] }

/** A child without an account is erased with its last guardian. */
export const isErasedChild = ({ studentId, guardianIds }: Connection): boolean =>
  !studentId && guardianIds.length === 0
