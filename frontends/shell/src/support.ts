type Support = { readonly email: string; readonly phone: string }
// laid in by the bundler from SUPPORT_EMAIL and SUPPORT_PHONE; unit tests run without it
declare const SITE_SUPPORT: Support

/** How people reach the operator; shown in the footer and on the contact page. An empty phone is not shown. */
export const support: Support =
  typeof SITE_SUPPORT === 'undefined'
    ? { email: 'support@darsi.example', phone: '+216 71 000 000' }
    : SITE_SUPPORT
