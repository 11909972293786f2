import { type Registration, roleDataSchemas } from '@darsi/contracts/registration.ts'
import { normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import { allRegistrationProblems } from '@darsi/contracts/role-data-rules.ts'
import { isSelfRegistrationRole } from '@darsi/contracts/roles.ts'
import { type FieldProblem, problem } from '@darsi/kit/problem.ts'
import { weaknessOf } from '../passwords/strength.ts'
import type { Valid } from './register.ts'

/**
 * The rules of spec §5 in its order and the server's own. The first broken one is the error, all are in `errors`.
 * @throws problem of the first broken rule
 */
export function validRegistration(values: Registration, today: Date): Valid {
  const broken = brokenRules(values, today)
  const [first] = broken
  if (first) throw problem(first.slug, { errors: broken, ...(first.params && { params: first.params }) })
  const role = values.userType
  if (!isSelfRegistrationRole(role)) throw problem('role-required')
  const data = roleDataSchemas[role].safeParse(values.roleSpecificData)
  if (data.success) return { values, role, roleData: data.data, email: normaliseEmail(values.email) }
  const fields = data.error.issues.map((issue) =>
    ['roleSpecificData', ...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.'),
  )
  throw problem('body-invalid', {
    params: { fields: [...new Set(fields)].slice(0, 10).join(', ').slice(0, 300) },
  })
}

function brokenRules(values: Registration, today: Date): readonly FieldProblem[] {
  const broken = allRegistrationProblems(values, today).map(({ path, code }) => ({ path, slug: code }))
  if (broken.some(({ path }) => path === 'password')) return broken
  const weakness = weaknessOf(values.password, [values.fullName, values.email])
  if (!weakness) return broken
  // where the order of the specification has the password
  const after = broken.findIndex(({ path }) => !['fullName', 'email', 'phone'].includes(path))
  const problems: FieldProblem[] = [...broken]
  problems.splice(after === -1 ? problems.length : after, 0, {
    path: 'password',
    slug: weakness,
  })
  return problems
}
