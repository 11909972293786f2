/** The name of a queue with the number of its rows; without one while it is unknown or 0. */
export const withCount = (name: string, count = 0): string => (count === 0 ? name : `${name} (${count})`)
