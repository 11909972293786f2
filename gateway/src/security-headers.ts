import type { ServerResponse } from 'node:http'

const common = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'X-Frame-Options': 'DENY',
} as const

/** The content policy of data; pages set their own. */
export const noContentPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers of every answer, refusals included; an upstream's own headers replace them. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  const https = publicUrl.startsWith('https:')
  return {
    ...common,
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  }
}

export function createHeaderSetter(publicUrl: string): (response: ServerResponse) => void {
  const headers = Object.entries(securityHeaders(publicUrl))
  return (response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    // default; pages set their own
    response.setHeader('Content-Security-Policy', noContentPolicy)
  }
}
