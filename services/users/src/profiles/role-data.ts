import type { Role } from '@darsi/contracts/reference/roles.ts'
import { editableRoleData } from '@darsi/contracts/rules/registration/editable-role-data.ts'
import type * as z from 'zod'

type RoleDataChange = { fields: readonly string[] } | { changed: Readonly<Record<string, unknown>> }

/** The given fields, validated by the role's schema; or the names of the invalid and the fixed ones. */
export function readRoleData(role: Role, given: Readonly<Record<string, unknown>>): RoleDataChange {
  const shape: Readonly<Record<string, z.ZodType>> = editableRoleData[role].shape
  const changed: Record<string, unknown> = {}
  const fields: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const parsed = Object.hasOwn(shape, name) ? shape[name]?.safeParse(value) : undefined
    if (parsed?.success) changed[name] = parsed.data
    else fields.push(`roleData.${name.slice(0, 60)}`)
  }
  return fields.length > 0 ? { fields } : { changed }
}
