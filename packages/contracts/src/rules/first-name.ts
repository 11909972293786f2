/** Words that are no name of their own: "Abd Allah", "Om Kalthoum". */
const particles = new Set(['abd', 'abdel', 'abou', 'abu', 'om', 'oum', 'عبد', 'أبو', 'ابو', 'أم', 'ام'])

/** The first name of a full one: all that is ever shown of a child. */
export function firstNameOf(fullName: string): string {
  const [first = '', second] = fullName.trim().split(/\s+/u)
  return second && particles.has(first.toLowerCase()) ? `${first} ${second}` : first
}
