/** What went wrong, fit to be shown: the api's failures carry the server's words in the page's language. */
export const errorText = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure)
