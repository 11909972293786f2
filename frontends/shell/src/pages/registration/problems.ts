import { ApiError } from '@darsi/client/api/api-error.ts'
import { formProblemTexts } from '@darsi/contracts/problems/form-problems.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { RegistrationProblem } from '@darsi/contracts/rules/registration/registration-rules.ts'

/** One violated rule as shown on the screen; `path` is that of the payload. */
export type Problem = { readonly path: string; readonly message: string }

/** The first violated rule of each field, in the order of spec §5. */
export function withTexts(broken: readonly RegistrationProblem[], language: Language): readonly Problem[] {
  const seen = new Set<string>()
  return broken.flatMap(({ path, code }) => {
    if (seen.has(path)) return []
    seen.add(path)
    return [{ path, message: formProblemTexts[code][language] }]
  })
}

/** The server's errors: at their fields, or one message if they name none. */
export function fromServer(
  error: unknown,
  fallback: string,
): { problems: readonly Problem[]; failure: string | null } {
  if (!(error instanceof ApiError)) return { problems: [], failure: fallback }
  return error.errors.length > 0
    ? { problems: error.errors, failure: null }
    : { problems: [], failure: error.message || fallback }
}

/** The step of a field: 0 for basic information, 1 for role details. */
export const stepOf = (path: string): 0 | 1 => (path.startsWith('roleSpecificData') ? 1 : 0)
