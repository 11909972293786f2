type Support = { readonly email: string; readonly phone: string }
// replaced by the bundler from SUPPORT_EMAIL and SUPPORT_PHONE; unit tests have no bundler
declare const SITE_SUPPORT: Support

/** The operator's contacts in the footer and on the contact page. An empty phone is not shown. */
export const support: Support =
  typeof SITE_SUPPORT === 'undefined'
    ? { email: 'support@darsi.example', phone: '+216 71 000 000' }
    : SITE_SUPPORT
