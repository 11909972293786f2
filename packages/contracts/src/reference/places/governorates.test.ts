import { describe, expect, it } from '@jest/globals'
import { governorate, governorates } from './governorates.ts'

describe('governorates', () => {
  it('are the 24 of the specification in its order and spelling', () => {
    expect(governorates.map(({ name }) => name.en).join(', ')).toBe(
      'Tunis, Ariana, Ben Arous, Manouba, Nabeul, Zaghouan, Bizerte, Beja, Jendouba, Kef, Siliana, Sousse, ' +
        'Monastir, Mahdia, Sfax, Kairouan, Kasserine, Sidi Bouzid, Gabes, Medenine, Tataouine, Gafsa, Tozeur, Kebili',
    )
  })

  it('the id is the position, counted from 1', () => {
    expect(governorates.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
    expect(governorate(15)?.name.fr).toBe('Sfax')
  })

  it.each([0, 25, -1, 1.5, Number.NaN, null, undefined])('an unknown id %p is null', (id) => {
    expect(governorate(id)).toBeNull()
  })
})
