import { describe, expect, it } from '@jest/globals'
import { ApiError } from './api-error.ts'

describe('a failed call', () => {
  it('is known as one also where another copy of the class made it', () => {
    // the shell's api throws into a dashboard, and each is a bundle of its own
    const OtherCopy = { ApiError: class extends Error {} }
    const failure = Object.assign(new OtherCopy.ApiError('Too late'), { name: 'ApiError', status: 409 })
    expect(failure instanceof ApiError).toBe(true)
    expect(new Error('a fault of our own') instanceof ApiError).toBe(false)
    expect({ name: 'ApiError' } instanceof ApiError).toBe(false)
  })
})
