/**
 * The message of a failure for users. The API's errors contain the server's text in the page's language; an error
 * without one is marked `isUnexplained`, and `fallback` replaces it (spec §8).
 */
export function errorText(failure: unknown, fallback?: string): string {
  if (!(failure instanceof Error)) return String(failure)
  const isUnexplained = 'isUnexplained' in failure && failure.isUnexplained === true
  return fallback !== undefined && isUnexplained ? fallback : failure.message
}
