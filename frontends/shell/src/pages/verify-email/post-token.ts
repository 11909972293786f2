import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'
import { readSession } from '@darsi/client/session/session.ts'

/** A signed-in user needs no password here. An expired access token is renewed first. */
export async function postToken(api: ApiClient, body: { token: string; password?: string }) {
  try {
    return await api.call('POST /auth/verify-email', { body })
  } catch (error) {
    const asks = error instanceof ApiError && error.code === 'VERIFICATION_PASSWORD_REQUIRED'
    if (!asks || readSession() === null || !(await api.refresh())) throw error
    return api.call('POST /auth/verify-email', { body })
  }
}
