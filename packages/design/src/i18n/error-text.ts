/**
 * The message of a failure, fit to be shown. The API's errors carry the server's words in the page's language;
 * one without words of the server is marked `isUnexplained`, and `fallback` says what failed instead (spec §8).
 */
export function errorText(failure: unknown, fallback?: string): string {
  if (!(failure instanceof Error)) return String(failure)
  const isUnexplained = 'isUnexplained' in failure && failure.isUnexplained === true
  return fallback !== undefined && isUnexplained ? fallback : failure.message
}
