/**
 * The fields that a decision changed, for `$set`. Untouched fields must not be written back: an erasure clears fields
 * without a new version, so a full write could restore what was erased.
 */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  // `as`: the keys of an object are its own fields
  const names = Object.keys(after) as (keyof T)[]
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  ) as Partial<T>
}
