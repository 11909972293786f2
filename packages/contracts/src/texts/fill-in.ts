/** Replaces `{name}` in a catalogue text; a missing value becomes an empty string. */
export function fillIn(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}
