import { ApiError } from './api-error.ts'

/**
 * What went wrong, fit to be shown: the api's failures carry the server's words in the page's language.
 * Where the server had none, `fallback` says what failed (spec §8).
 */
export function errorText(failure: unknown, fallback?: string): string {
  if (fallback !== undefined && failure instanceof ApiError && failure.isUnexplained) return fallback
  return failure instanceof Error ? failure.message : String(failure)
}
