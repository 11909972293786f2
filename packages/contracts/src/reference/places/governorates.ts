import type { Localised } from '../languages.ts'

export type Governorate = {
  /** 1-based position in the specification's list (spec §3) */
  readonly id: number
  readonly name: Localised
  readonly lat: number
  readonly lon: number
}

type Row = readonly [en: string, fr: string, ar: string, lat: number, lon: number]

// spec §3: order and English spelling are the specification's; the position is the id
const rows: readonly Row[] = [
  ['Tunis', 'Tunis', 'تونس', 36.8, 10.19],
  ['Ariana', 'Ariana', 'أريانة', 36.96, 10.11],
  ['Ben Arous', 'Ben Arous', 'بن عروس', 36.65, 10.25],
  ['Manouba', 'La Manouba', 'منوبة', 36.81, 9.86],
  ['Nabeul', 'Nabeul', 'نابل', 36.65, 10.73],
  ['Zaghouan', 'Zaghouan', 'زغوان', 36.33, 10.02],
  ['Bizerte', 'Bizerte', 'بنزرت', 37.05, 9.62],
  ['Beja', 'Béja', 'باجة', 36.7, 9.28],
  ['Jendouba', 'Jendouba', 'جندوبة', 36.6, 8.68],
  ['Kef', 'Le Kef', 'الكاف', 36.06, 8.72],
  ['Siliana', 'Siliana', 'سليانة', 36.05, 9.35],
  ['Sousse', 'Sousse', 'سوسة', 35.93, 10.43],
  ['Monastir', 'Monastir', 'المنستير', 35.64, 10.74],
  ['Mahdia', 'Mahdia', 'المهدية', 35.34, 10.58],
  ['Sfax', 'Sfax', 'صفاقس', 34.73, 10.3],
  ['Kairouan', 'Kairouan', 'القيروان', 35.52, 9.87],
  ['Kasserine', 'Kasserine', 'القصرين', 35.2, 8.75],
  ['Sidi Bouzid', 'Sidi Bouzid', 'سيدي بوزيد', 34.85, 9.5],
  ['Gabes', 'Gabès', 'قابس', 33.82, 9.75],
  ['Medenine', 'Médenine', 'مدنين', 33.25, 10.9],
  ['Tataouine', 'Tataouine', 'تطاوين', 32.0, 10.1],
  ['Gafsa', 'Gafsa', 'قفصة', 34.4, 8.8],
  ['Tozeur', 'Tozeur', 'توزر', 34.02, 7.95],
  ['Kebili', 'Kébili', 'قبلي', 33.1, 8.9],
]

export const governorates: readonly Governorate[] = rows.map(([en, fr, ar, lat, lon], index) => ({
  id: index + 1,
  name: { en, fr, ar },
  lat,
  lon,
}))

export const governorate = (id: number | null | undefined): Governorate | null =>
  governorates.find((known) => known.id === id) ?? null
