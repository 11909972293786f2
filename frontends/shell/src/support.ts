export type SiteSettings = {
  /** Of the site, without a slash at its end: canonical links, sitemap and sharing pictures contain it. */
  readonly publicUrl: string
  readonly email: string
  readonly phone: string
  readonly operator: { readonly name: string; readonly address: string; readonly declaration: string }
  readonly social: readonly string[]
}

export const siteSettingsId = 'site-settings'

/** Those of a trial. */
const defaults: SiteSettings = {
  publicUrl: 'http://localhost:8080',
  email: 'support@darsi.example',
  phone: '+216 71 000 000',
  operator: { name: '', address: '', declaration: '' },
  social: [],
}

let settings: SiteSettings | null = null

/** The operator's settings from the environment (docs/reference.md). What is empty is not shown. */
export const settingsIn = (env: Readonly<Record<string, string | undefined>>): SiteSettings => ({
  publicUrl: (env['PUBLIC_URL'] || defaults.publicUrl).replace(/\/$/, ''),
  email: env['SUPPORT_EMAIL'] || defaults.email,
  phone: env['SUPPORT_PHONE'] ?? defaults.phone,
  operator: {
    name: env['OPERATOR_NAME'] ?? '',
    address: env['OPERATOR_ADDRESS'] ?? '',
    declaration: env['OPERATOR_DECLARATION'] ?? '',
  },
  social: (env['SOCIAL_LINKS'] ?? '').split(',').filter((link) => link.startsWith('https://')),
})

/** The opposite of `settingsIn`. */
export const environmentOf = ({ publicUrl, email, phone, operator, social }: SiteSettings) => ({
  PUBLIC_URL: publicUrl,
  SUPPORT_EMAIL: email,
  SUPPORT_PHONE: phone,
  OPERATOR_NAME: operator.name,
  OPERATOR_ADDRESS: operator.address,
  OPERATOR_DECLARATION: operator.declaration,
  SOCIAL_LINKS: social.join(','),
})

/** For the prerenderer, which has no page to read them from. */
export function provideSettings(provided: SiteSettings): void {
  settings = provided
}

/** The operator's contacts in the footer and on the contact and legal pages: in a browser from the page. */
export function support(): SiteSettings {
  // `as`: written by our own prerendering
  settings ??= JSON.parse(
    document.getElementById(siteSettingsId)?.textContent ?? JSON.stringify(defaults),
  ) as SiteSettings
  return settings
}
