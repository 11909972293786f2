/** Words that are only the first part of a name: "Abd Allah", "Om Kalthoum". */
const particles = new Set(['abd', 'abdel', 'abou', 'abu', 'om', 'oum', 'عبد', 'أبو', 'ابو', 'أم', 'ام'])

/** The first name of a full one: the only part of a child's name that is ever shown. */
export function firstNameOf(fullName: string): string {
  const [first = '', second] = fullName.trim().split(/\s+/u)
  return second && particles.has(first.toLowerCase()) ? `${first} ${second}` : first
}
