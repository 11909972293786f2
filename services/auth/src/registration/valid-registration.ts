import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { employmentStatuses } from '@darsi/contracts/reference/levels.ts'
import { isSelfRegistrationRole } from '@darsi/contracts/reference/roles.ts'
import { normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import {
  type Registration,
  roleDataSchemas,
} from '@darsi/contracts/rules/registration/registration-schema.ts'
import { allRegistrationProblems } from '@darsi/contracts/rules/registration/role-data-rules.ts'
import { bodyInvalid } from '@darsi/kit/http/body-invalid.ts'
import { type FieldProblem, problem } from '@darsi/kit/http/problem.ts'
import { weaknessOf } from '../passwords/strength.ts'
import type { Valid } from './register.ts'

/** product.md §9: teachers of public schools are marked for the approving administrator, or refused. */
export type PublicTeachers = 'warn' | 'block'
type Circumstances = { today: Date; publicTeachers: PublicTeachers }

/**
 * The rules of spec §5 in their order, then the server's own. The first broken rule is the error; `errors` has all of
 * them.
 * @throws problem of the first broken rule
 */
export function validRegistration(values: Registration, circumstances: Circumstances): Valid {
  const broken = brokenRules(values, circumstances)
  const [first] = broken
  if (first) throw problem(first.slug, { errors: broken, ...(first.params && { params: first.params }) })
  const role = values.userType
  if (!isSelfRegistrationRole(role)) throw problem('role-required')
  const data = roleDataSchemas[role].safeParse(values.roleSpecificData)
  if (data.success) return { values, role, roleData: data.data, email: normaliseEmail(values.email) }
  const paths = data.error.issues.map((issue) =>
    ['roleSpecificData', ...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])]
      .join('.')
      .slice(0, 200),
  )
  throw bodyInvalid([...new Set(paths)].map((path) => ({ path })))
}

function brokenRules(
  values: Registration,
  { today, publicTeachers }: Circumstances,
): readonly FieldProblem[] {
  const broken: FieldProblem[] = allRegistrationProblems(values, today).map(({ path, code }) => ({
    path,
    slug: code,
  }))
  if (publicTeachers === 'block' && isPublicTeacher(values))
    broken.push({ path: 'roleSpecificData.employmentStatus', slug: 'public-teacher-blocked' })
  if (broken.some(({ path }) => path === 'password')) return broken
  const weakness = weaknessOf(values.password, [values.fullName, values.email])
  if (!weakness) return broken
  // the specification checks the password at this point
  const after = broken.findIndex(({ path }) => !['fullName', 'email', 'phone'].includes(path))
  const problems: FieldProblem[] = [...broken]
  problems.splice(after === -1 ? problems.length : after, 0, {
    path: 'password',
    slug: weakness,
  })
  return problems
}

function isPublicTeacher({ userType, roleSpecificData }: Registration): boolean {
  const status = choiceFrom(employmentStatuses, String(roleSpecificData['employmentStatus'] ?? ''))
  return userType === 'teacher' && status === 'public-school'
}
