import { ApiError } from '../api/api-error.ts'

type Given = Partial<ConstructorParameters<typeof ApiError>[0]>

/** For tests: what the client throws when a server answers so. */
export const refusal = (given: Given): ApiError =>
  new ApiError({
    status: 400,
    code: null,
    message: '',
    errors: [],
    retryAfter: null,
    requestId: null,
    body: null,
    ...given,
  })

/** For tests: a server that did not say why. */
export const silence = (): ApiError =>
  refusal({ status: 502, message: 'API call failed', isUnexplained: true })
