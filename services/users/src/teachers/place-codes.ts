import { delegation, delegations } from '@darsi/contracts/reference/places/delegations.ts'
import { governorate, governorates } from '@darsi/contracts/reference/places/governorates.ts'
import type { PlaceRef } from '@darsi/contracts/reference/places/location.ts'

/** More than a governorate has delegations. */
const perGovernorate = 100
export const placeCodes = (governorates.length + 1) * perGovernorate

const codeOf = ({ governorateId, delegationId }: PlaceRef): number =>
  (governorateId ?? 0) * perGovernorate + (delegationId ?? 0)

/** A place as a small number; an unknown delegation becomes its governorate, an unknown governorate 0. */
export const placeOf = ({ governorateId, delegationId }: PlaceRef): number =>
  codeOf({
    governorateId: governorate(governorateId)?.id ?? null,
    delegationId: delegation(governorateId, delegationId)?.id ?? null,
  })

/** The governorate of a place's number; 0 when unknown. */
export const governorateOf = (code: number): number => Math.floor(code / perGovernorate)

/** Every place with its number. */
export const places: readonly { code: number; place: PlaceRef }[] = [
  { governorateId: null, delegationId: null },
  ...governorates.map(({ id }) => ({ governorateId: id, delegationId: null })),
  ...delegations.map(({ id, governorateId }) => ({ governorateId, delegationId: id })),
].map((place) => ({ code: codeOf(place), place }))
