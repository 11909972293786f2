import { describe, expect, it } from '@jest/globals'
import { foldText } from '../fold-text.ts'
import { texts } from '../i18n/texts.ts'
import { languages } from '../languages.ts'
import { delegation, delegations, delegationsOf } from './delegations.ts'
import { governorates } from './governorates.ts'
import { haversineKm } from './location.ts'

const given = {
  1: ['Tunis Medina', 'Tunis Bab Bhar', 'Tunis Carthage', 'La Marsa', 'Le Bardo'],
  2: ['Ariana Ville', 'Ettadhamen', 'Raoued', 'Soukra'],
  3: ['Ben Arous', 'El Mourouj', 'Hammam Lif', 'Radès'],
  4: ['Manouba', 'Douar Hicher', 'Oued Ellil'],
  5: ['Nabeul', 'Hammamet', 'Korba', 'Grombalia'],
  12: ['Sousse Medina', 'Sousse Riadh', 'Msaken', 'Kalaa Kebira'],
  15: ['Sfax Ville', 'Sfax Sud', 'Sakiet Ezzit', 'Sakiet Eddaier'],
}

// Distance of the farthest delegation from the centroid; Sfax has islands, the Sahara is wide, Tunis and its neighbours
// are small.
const reachKm: Record<string, number> = {
  Tunis: 20,
  Ariana: 20,
  'Ben Arous': 20,
  Manouba: 30,
  Monastir: 30,
  Sfax: 90,
  Kebili: 90,
  Tataouine: 150,
}

describe('delegations', () => {
  it.each(Object.entries(given))('the given ones of governorate %s come first', (id, names) => {
    expect(
      delegationsOf(Number(id))
        .slice(0, names.length)
        .map(({ name }) => name.en),
    ).toEqual(names)
  })

  it('have a name in each language', () => {
    for (const language of languages)
      expect(Object.values(texts.delegations[language]).map((names) => names.split('; ').length)).toEqual(
        governorates.map(({ id }) => delegationsOf(id).length),
      )
  })

  it('are the 264 of the country, numbered from 1 in each governorate', () => {
    expect(delegations).toHaveLength(264)
    for (const { id } of governorates) {
      expect(delegationsOf(id).map((each) => each.id)).toEqual(delegationsOf(id).map((_, at) => at + 1))
      expect(delegationsOf(id).length).toBeGreaterThanOrEqual(5)
    }
  })

  it('have a name in each script', () => {
    const arabic = /^[\u0621-\u064a ]+$/
    const latin = /^[A-Za-zÀ-ÿ' -]+$/
    for (const { name } of [...delegations, ...governorates]) {
      expect(name.ar).toMatch(arabic)
      expect(name.en).toMatch(latin)
      expect(name.fr).toMatch(latin)
      expect(Object.values(name)).toEqual(Object.values(name).map((each) => each.trim()))
    }
  })

  it('have no namesake in their governorate', () => {
    for (const { id } of governorates)
      for (const language of languages) {
        const names = delegationsOf(id).map(({ name }) => foldText(name[language]))
        expect(new Set(names).size).toBe(names.length)
      }
  })

  it.each(governorates)('those of $name.en lie in Tunisia and near its centre', (around) => {
    for (const place of [around, ...delegationsOf(around.id)]) {
      expect(place.lat).toBeGreaterThan(30.2)
      expect(place.lat).toBeLessThan(37.4)
      expect(place.lon).toBeGreaterThan(7.5)
      expect(place.lon).toBeLessThan(11.6)
      expect(haversineKm(place, around)).toBeLessThan(reachKm[around.name.en] ?? 80)
    }
  })

  it('one of another governorate is null', () => {
    expect(delegation(2, 7)?.name.en).toBe('Sidi Thabet')
    expect(delegation(2, 8)).toBeNull()
    expect(delegation(99, 1)).toBeNull()
    expect(delegation(1, null)).toBeNull()
    expect(delegationsOf(0)).toEqual([])
    expect(delegationsOf(null)).toEqual([])
  })
})
