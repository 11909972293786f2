const remotes = ['student', 'teacher', 'parent', 'admin', 'super-admin'].map((role) => `darsi-${role}`)
// what may make a script's address: the bundler's loaders and the shell's; a retried remote makes its own again
const trustedTypes = ['darsi-shell', 'darsi-scripts', ...remotes]

/*
 * What a page of the product may do: nothing from elsewhere, nothing inline, no framing. The gateway passes
 * these on as they are. Scripts without an integrity hash are refused by the browser itself.
 */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // blob: what the page itself has loaded, such as a document that an administrator looks at
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
