import { errorText } from '@darsi/design/i18n/error-text.ts'
import { describe, expect, it } from '@jest/globals'
import { ApiError, errorFrom } from './api-error.ts'

describe('a failed call', () => {
  it('is recognized also if another copy of the class threw it', () => {
    // the shell's client throws into a dashboard, and each is a bundle of its own
    const OtherCopy = { ApiError: class extends Error {} }
    const failure = Object.assign(new OtherCopy.ApiError('Too late'), { name: 'ApiError', status: 409 })
    expect(failure instanceof ApiError).toBe(true)
    expect(new Error('a fault of our own') instanceof ApiError).toBe(false)
    expect({ name: 'ApiError' } instanceof ApiError).toBe(false)
  })

  it('shows the server’s text, or else the caller’s fallback', async () => {
    const explained = await errorFrom(
      Response.json({ message: 'Too late' }, { status: 409 }),
      'API call failed',
    )
    const silent = await errorFrom(new Response('<html>', { status: 502 }), 'API call failed')
    expect(errorText(explained, 'Failed to delete user')).toBe('Too late')
    expect(errorText(silent, 'Failed to delete user')).toBe('Failed to delete user')
    expect(errorText(silent)).toBe('API call failed')
    expect(errorText(new Error('a fault of our own'), 'Failed to delete user')).toBe('a fault of our own')
  })
})
