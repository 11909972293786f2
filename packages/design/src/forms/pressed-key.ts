type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/**
 * The key of a one-key shortcut, in lower case. An Arabic layout has no Latin letters, so the place of the key counts
 * there. On other layouts only the letter counts: the A of an English keyboard is the Q of a French one.
 */
export function pressedKey({ key, code, shiftKey }: Press): string {
  if (!/^\p{Script_Extensions=Arabic}/u.test(key)) return key.toLowerCase()
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return code.replace(/^Key/, '').toLowerCase()
}
