type Policy = { createScriptURL(url: string): string }
type Factory = { createPolicy(name: string, rules: Policy): Policy }

/**
 * In browsers with Trusted Types, our content security policy allows no plain string as a script's address. This
 * creates the addresses of scripts and workers that our own code loads, of this origin only.
 */
export function scriptAddress(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new Error(`${url} is not of this site`)
  policy ??= trustedTypes()?.createPolicy('darsi-scripts', { createScriptURL: (own) => own }) ?? plain
  return policy.createScriptURL(url)
}

let policy: Policy | undefined
const plain: Policy = { createScriptURL: (url) => url }

// `as`: TypeScript does not know TrustedScriptURL, which is accepted wherever a string is
const trustedTypes = () => (globalThis as { trustedTypes?: Factory }).trustedTypes
