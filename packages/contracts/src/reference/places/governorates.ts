import { namesOf } from '../i18n/names-of.ts'
import { texts } from '../i18n/texts.ts'
import { inEachLanguage, type Localised } from '../languages.ts'

export type Governorate = {
  /** 1-based position in the specification's list (spec §3) */
  readonly id: number
  readonly name: Localised
  readonly lat: number
  readonly lon: number
}

type Row = readonly [lat: number, lon: number]

// spec §3: order and English spelling (the texts `governorates`) are the specification's; the position is the id
const rows: readonly Row[] = [
  [36.8, 10.19], // Tunis
  [36.96, 10.11], // Ariana
  [36.65, 10.25], // Ben Arous
  [36.81, 9.86], // Manouba
  [36.65, 10.73], // Nabeul
  [36.33, 10.02], // Zaghouan
  [37.05, 9.62], // Bizerte
  [36.7, 9.28], // Beja
  [36.6, 8.68], // Jendouba
  [36.06, 8.72], // Kef
  [36.05, 9.35], // Siliana
  [35.93, 10.43], // Sousse
  [35.64, 10.74], // Monastir
  [35.34, 10.58], // Mahdia
  [34.73, 10.3], // Sfax
  [35.52, 9.87], // Kairouan
  [35.2, 8.75], // Kasserine
  [34.85, 9.5], // Sidi Bouzid
  [33.82, 9.75], // Gabes
  [33.25, 10.9], // Medenine
  [32.0, 10.1], // Tataouine
  [34.4, 8.8], // Gafsa
  [34.02, 7.95], // Tozeur
  [33.1, 8.9], // Kebili
]

const names: Readonly<Record<string, Localised>> = namesOf(texts.governorates)

export const governorates: readonly Governorate[] = rows.map(([lat, lon], index) => ({
  id: index + 1,
  name: names[index + 1] ?? inEachLanguage(() => ''),
  lat,
  lon,
}))

export const governorate = (id: number | null | undefined): Governorate | null =>
  governorates.find((known) => known.id === id) ?? null
