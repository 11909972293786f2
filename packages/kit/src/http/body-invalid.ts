import { describeFaults, type FieldFault } from '@darsi/contracts/texts/field-faults.ts'
import { type Problem, problem } from './problem.ts'

/** `body-invalid`, with each field by the name that people know, and once more in `errors` for its place in the form. */
export function bodyInvalid(faults: readonly FieldFault[]): Problem {
  const shown = faults.slice(0, 10)
  return problem('body-invalid', {
    params: { fields: describeFaults(shown) },
    errors: shown.map((fault) => ({
      path: fault.path,
      slug: 'body-invalid' as const,
      params: { fields: describeFaults([fault]) },
    })),
  })
}
