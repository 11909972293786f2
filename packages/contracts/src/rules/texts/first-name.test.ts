import { expect, it } from '@jest/globals'
import { firstNameOf } from './first-name.ts'

it.each([
  ['Lina Ben Amor', 'Lina'],
  ['  Amel   Trabelsi', 'Amel'],
  ['Lina', 'Lina'],
  ['أمّ كلثوم الشابي', 'أمّ كلثوم'],
  ['أم كلثوم الشابي', 'أم كلثوم'],
  ['عَبْد الرَّحمٰن القرشي', 'عَبْد الرَّحمٰن'],
  ['عـبد الرحمن القرشي', 'عـبد الرحمن'],
  ['عبد الرحمن القرشي', 'عبد الرحمن'],
  ['ABD EL KADER Trabelsi', 'ABD EL KADER'],
  ['Abd El Kader', 'Abd El Kader'],
  ['Abd Allah Trabelsi', 'Abd Allah'],
  ['BEN SALAH Mohamed', 'Mohamed'],
  ['TRABELSI Lina', 'Lina'],
  ['Ben Salah Mohamed', 'Mohamed'],
  ['LINA TRABELSI', 'LINA'],
  ['Bou Ali Chebbi', 'Bou Ali'],
  ['Mohamed Ali BEN SALAH', 'Mohamed'],
  ['بن صالح محمد', 'محمد'],
  ['محمد بن صالح', 'محمد'],
])('%s is called %s', (fullName, first) => {
  expect(firstNameOf(fullName)).toBe(first)
})
