import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'
import { useAttemptKey } from '@darsi/client/api/attempt-key.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { formProblemTexts } from '@darsi/contracts/problems/form-problems.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import {
  type RegistrationProblem,
  registrationProblems,
} from '@darsi/contracts/rules/registration/registration-rules.ts'
import { allRegistrationProblems } from '@darsi/contracts/rules/registration/role-data-rules.ts'
import { useLanguage } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { invitation } from '../../links/kept-token.ts'
import { withProof } from '../../proof-of-work.ts'
import { useSending } from '../../use-sending.ts'
import { dropDraft, keepDraft } from './draft.ts'
import { registrationBody } from './payload.ts'
import { emptyValues, type Values } from './values.ts'

type RolePart = 'teacher' | 'student' | 'parent' | 'admin'

type Registered = Api['POST /auth/register']['answer']['data']

export type Wizard = ReturnType<typeof useWizard>

/** The state of the two steps (spec §2, §4): Back keeps the input, editing a field clears its error. */
export function useWizard(api: ApiClient, failedText: string) {
  const language = useLanguage()
  const [values, setValues] = useState(emptyValues)
  const [step, setStep] = useState<0 | 1>(0)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const { run, busy } = useSending()
  const [done, setDone] = useState<Registered | null>(null)
  const attempt = useAttemptKey()

  const body = () => registrationBody(values, language, new Date())

  function edit(next: Values, paths: readonly string[]) {
    setValues(next)
    keepDraft(next)
    setFailure(null)
    setProblems((all) => all.filter(({ path }) => !paths.includes(path)))
  }

  function refuse(found: readonly Problem[]) {
    setProblems(found)
    // submitting the second step can reveal an error in the first, because the server has more rules
    if (found.some(({ path }) => stepOf(path) === 0)) setStep(0)
  }

  async function submit() {
    const found = withTexts(allRegistrationProblems(body(), new Date()), language)
    if (found.length > 0) return refuse(found)
    setFailure(null)
    await run(
      async () => {
        setDone(await register(api, body(), attempt.keyFor(body())))
        dropDraft()
      },
      (error) => {
        const answer = fromServer(error, failedText)
        setFailure(answer.failure)
        refuse(answer.problems)
      },
    )
  }

  return {
    values,
    step,
    problems,
    failure,
    busy,
    /** The server's message after the account was created. */
    done,
    problemAt: (path: string) => problems.find((problem) => problem.path === path)?.message,
    restore: setValues,
    startOver() {
      dropDraft()
      setValues(emptyValues)
      setProblems([])
    },
    ...editors(values, edit),
    goOn() {
      const found = withTexts(registrationProblems(body()), language)
      setProblems(found)
      if (found.length === 0) setStep(1)
    },
    goBack() {
      setStep(0)
      setProblems([])
      setFailure(null)
    },
    /** After the account was created with a wrong address: the form again, with all that was typed. */
    correctAddress() {
      setDone(null)
      setStep(0)
    },
    submit,
  }
}

async function register(api: ApiClient, body: ReturnType<typeof registrationBody>, idempotencyKey: string) {
  const invited = body.userType === 'parent' ? invitation.kept() : null
  const { data } = await withProof(api, (altcha) =>
    api.call('POST /auth/register', {
      body: {
        ...body,
        ...(invited !== null && { invitation: invited }),
        ...(altcha !== undefined && { altcha }),
      },
      idempotencyKey,
    }),
  )
  return data
}

type Edit = (next: Values, paths: readonly string[]) => void

const editors = (values: Values, edit: Edit) => ({
  change: (patch: Partial<Values>) => edit({ ...values, ...patch }, Object.keys(patch)),
  changePlace: (patch: Partial<Values['location']>) =>
    edit({ ...values, location: { ...values.location, ...patch } }, pathsOf('location', patch)),
  changeRole: <R extends RolePart>(role: R, patch: Partial<Values[R]>) =>
    edit({ ...values, [role]: { ...values[role], ...patch } }, pathsOf('roleSpecificData', patch)),
})

const pathsOf = (part: string, patch: object) => Object.keys(patch).map((name) => `${part}.${name}`)

/** One violated rule as shown on the screen; `path` is that of the payload. */
type Problem = { readonly path: string; readonly message: string }

/** The first violated rule of each field, in the order of spec §5. */
function withTexts(broken: readonly RegistrationProblem[], language: Language): readonly Problem[] {
  const seen = new Set<string>()
  return broken.flatMap(({ path, code }) => {
    if (seen.has(path)) return []
    seen.add(path)
    return [{ path, message: formProblemTexts[code][language] }]
  })
}

/** The server's errors: at their fields, or one message if they name none. */
function fromServer(
  error: unknown,
  fallback: string,
): { problems: readonly Problem[]; failure: string | null } {
  if (!(error instanceof ApiError)) return { problems: [], failure: fallback }
  return error.errors.length > 0
    ? { problems: error.errors, failure: null }
    : { problems: [], failure: error.message || fallback }
}

/** The step of a field: 0 for basic information, 1 for role details. */
const stepOf = (path: string): 0 | 1 => (path.startsWith('roleSpecificData') ? 1 : 0)
