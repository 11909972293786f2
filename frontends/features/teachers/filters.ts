import type { Api } from '@darsi/contracts/calls/api.ts'

type Query = NonNullable<Api['GET /teachers']['query']>
export type TeacherCard = Api['GET /teachers']['answer']['data'][number]
export type FilterName = Exclude<keyof Query, 'limit' | 'cursor'>
/** As the controls hold them: words, empty where nothing is asked. */
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
 * Another governorate leaves no delegation of the former one, another level no section. A distance that is first set
 * offers online teachers too, and "or online" means nothing without a place.
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

/** Without one; the place goes as a whole, since a delegation is nowhere without its governorate. */
export const without = (filters: Filters, name: FilterName): Filters => changed(filters, { [name]: '' })

export const isFiltered = (filters: Filters): boolean =>
  filterNames.some((name) => filters[name].trim() !== '')

/** What is asked of the server; empty filters are not sent. */
export function queryOf(filters: Filters): Query {
  const given = filterNames
    .map((name) => [name, filters[name].trim()] as const)
    .filter(([, value]) => value !== '')
  // `as`: the controls offer only what the contract's enums name, and the server reads numbers from words
  return Object.fromEntries(given) as Query
}
