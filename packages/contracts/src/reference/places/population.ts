/** Inhabitants of the governorates, in the order of `governorates`: census of 2014, Institut national de la statistique. */
const inhabitants: readonly number[] = [
  1_056_247, 576_088, 631_842, 379_518, 787_920, 176_945, 568_219, 303_032, 401_477, 243_156, 223_087,
  674_971, 548_828, 410_812, 955_421, 570_559, 439_243, 429_912, 374_300, 479_520, 149_453, 337_331, 107_912,
  156_961,
]

export const censusYear = 2014

/** @returns null for an unknown governorate */
export const populationOf = (governorateId: number): number | null => inhabitants[governorateId - 1] ?? null
