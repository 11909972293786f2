import type { Request } from 'express'

/** A header of the request, cut to a length that may be stored. */
export function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value.slice(0, 400) : undefined
}
