import { ApiError } from '../api/api-error.ts'

type Given = Partial<ConstructorParameters<typeof ApiError>[0]>

/** For tests: the error that the client throws for such an answer. */
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

/** For tests: an answer without a reason. */
export const silence = (): ApiError =>
  refusal({ status: 502, message: 'API call failed', isUnexplained: true })
