type Settings = {
  readonly email: string
  readonly phone: string
  readonly operator: { readonly name: string; readonly address: string; readonly declaration: string }
  readonly social: readonly string[]
}
// replaced by the bundler from SUPPORT_*, OPERATOR_* and SOCIAL_LINKS; unit tests have no bundler
declare const SITE_SUPPORT: Settings

/** The operator's contacts in the footer and on the contact and legal pages. What is empty is not shown. */
export const support: Settings =
  typeof SITE_SUPPORT === 'undefined'
    ? {
        email: 'support@darsi.example',
        phone: '+216 71 000 000',
        operator: { name: '', address: '', declaration: '' },
        social: [],
      }
    : SITE_SUPPORT
