import type { IncomingMessage } from 'node:http'

/** The token of a call or an upgrade for the media engine. */
export function mediaTokenOf({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, bearer] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  return bearer ?? new URL(url ?? '/', 'http://classroom').searchParams.get('access_token') ?? ''
}
