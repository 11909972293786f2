type Policy = { createScriptURL(url: string): string }
type Factory = { createPolicy(name: string, rules: Policy): Policy }

/**
 * Where the browser knows Trusted Types, our content security policy lets no plain string become a script's
 * address. This makes the addresses that the shell itself asks for, of its own origin only.
 */
export function scriptAddress(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new Error(`${url} is not of this site`)
  policy ??= trustedTypes()?.createPolicy('darsi-scripts', { createScriptURL: (own) => own }) ?? plain
  return policy.createScriptURL(url)
}

let policy: Policy | undefined
const plain: Policy = { createScriptURL: (url) => url }

// `as`: TypeScript does not know the interface; a TrustedScriptURL goes wherever a string is wanted
const trustedTypes = () => (globalThis as { trustedTypes?: Factory }).trustedTypes
