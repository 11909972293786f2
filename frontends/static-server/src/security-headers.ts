const remotes = ['student', 'teacher', 'parent', 'admin', 'super-admin'].map((role) => `darsi-${role}`)
// who may create script addresses: the bundler's loaders and the shell; a retried remote creates its own again
const trustedTypes = ['darsi-shell', 'darsi-scripts', ...remotes]

/*
 * Allows a page nothing from elsewhere, no inline code and no framing. The gateway passes these headers on unchanged.
 * The browser refuses scripts without an integrity hash.
 */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // blob: documents that the page itself has loaded, for example for an administrator's review
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': `${trustedTypes.join(' ')} 'allow-duplicates'`,
}

export const securityHeaders = {
  'Content-Security-Policy': Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
  'Integrity-Policy': 'blocked-destinations=(script)',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy':
    'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const
