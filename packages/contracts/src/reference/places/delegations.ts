import { texts } from '../i18n/texts.ts'
import { inEachLanguage, type Localised } from '../languages.ts'
import { delegationRows } from './delegation-rows.ts'
import { governorate } from './governorates.ts'

export type Delegation = {
  /** 1-based position within its governorate (spec §3) */
  readonly id: number
  readonly governorateId: number
  readonly name: Localised
  readonly lat: number
  readonly lon: number
}

const names = inEachLanguage((language) =>
  Object.values(texts.delegations[language]).map((text) => text.split('; ')),
)

const byGovernorate: readonly (readonly Delegation[])[] = delegationRows.map((rows, at) =>
  rows.map(([lat, lon], index) => ({
    id: index + 1,
    governorateId: at + 1,
    name: inEachLanguage((language) => names[language][at]?.[index] ?? ''),
    lat,
    lon,
  })),
)

export const delegations: readonly Delegation[] = byGovernorate.flat()

export const delegationsOf = (governorateId: number | null | undefined): readonly Delegation[] =>
  byGovernorate[(governorate(governorateId)?.id ?? 0) - 1] ?? []

export const delegation = (
  governorateId: number | null | undefined,
  delegationId: number | null | undefined,
): Delegation | null => delegationsOf(governorateId).find((known) => known.id === delegationId) ?? null
