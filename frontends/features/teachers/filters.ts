import type { Api } from '@darsi/contracts/calls/api.ts'

type Query = NonNullable<Api['GET /teachers']['query']>
export type TeacherCard = Api['GET /teachers']['answer']['data'][number]
export type FilterName = Exclude<keyof Query, 'limit' | 'cursor'>
/** The values of the controls: strings, empty if nothing is selected. */
export type Filters = Readonly<Record<FilterName, string>>

export const noFilters: Filters = {
  subject: '',
  level: '',
  section: '',
  governorate: '',
  delegation: '',
  radius: '',
  reach: '',
  day: '',
  hour: '',
  sessionType: '',
  maxRate: '',
  language: '',
  name: '',
}

export const filterNames = Object.keys(noFilters).filter(isFilterName)

export function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(noFilters, name)
}

/**
 * Changing the governorate clears the delegation, changing the level clears the section. Setting a distance
 * includes online teachers too, and "or online" is dropped without a place.
 */
export function changed(filters: Filters, part: Partial<Filters>): Filters {
  const moved = part.governorate !== undefined && part.governorate !== filters.governorate
  const isMeasured = filters.radius === '' && (part.radius ?? '') !== ''
  const next = {
    ...filters,
    ...(moved && { delegation: '' }),
    ...(part.level !== undefined && part.level !== 'secondary' && { section: '' }),
    ...(isMeasured && { reach: 'or-online' }),
    ...part,
  }
  const isPlaced = next.radius !== '' || next.governorate !== ''
  return next.reach === 'or-online' && !isPlaced ? { ...next, reach: '' } : next
}

/** Removes a filter. A place is removed as a whole, because a delegation needs its governorate. */
export const without = (filters: Filters, name: FilterName): Filters => changed(filters, { [name]: '' })

export const isFiltered = (filters: Filters): boolean =>
  filterNames.some((name) => filters[name].trim() !== '')

/** The query for the server, without empty filters. */
export function queryOf(filters: Filters): Query {
  const given = filterNames
    .map((name) => [name, filters[name].trim()] as const)
    .filter(([, value]) => value !== '')
  // `as`: the controls offer only values of the contract's enums, and the server parses numbers from strings
  return Object.fromEntries(given) as Query
}
