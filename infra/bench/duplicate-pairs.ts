import { randomFrom } from '@darsi/kit/testing/random.ts'
import type { Person } from '../../services/admin/src/duplicates/score.ts'

export type Pair = { a: Person; b: Person; same: boolean; why: string }

/** Spellings used for one name; invented people, common names. */
const firstNames = [
  ['Mohamed', 'Mohammed', 'Mouhamed', 'محمد'],
  ['Ahmed', 'Ahmad', 'أحمد'],
  ['Amine', 'Amin', 'أمين'],
  ['Youssef', 'Yousef', 'Yussef', 'يوسف'],
  ['Walid', 'Oualid', 'وليد'],
  ['Khaled', 'Khalid', 'خالد'],
  ['Hichem', 'Hicham', 'هشام'],
  ['Sofiane', 'Soufiane', 'Sofien', 'سفيان'],
  ['Karim', 'Kareem', 'كريم'],
  ['Sami', 'Samy', 'سامي'],
  ['Marouane', 'Marwen', 'Marwan', 'مروان'],
  ['Nizar', 'Nizaar', 'نزار'],
  ['Fatma', 'Fatima', 'فاطمة'],
  ['Amina', 'Aminah', 'أمينة'],
  ['Salma', 'Selma', 'سلمى'],
  ['Yasmine', 'Yasmin', 'ياسمين'],
  ['Ines', 'Inès', 'Inas', 'إيناس'],
  ['Leila', 'Layla', 'ليلى'],
  ['Chaima', 'Shayma', 'شيماء'],
  ['Aicha', 'Aïcha', 'عائشة'],
  ['Rim', 'Rym', 'Reem', 'ريم'],
  ['Mouna', 'Mona', 'منى'],
  ['Khadija', 'Khedija', 'خديجة'],
  ['Nour', 'Noor', 'نور'],
] as const

const familyNames = [
  ['Trabelsi', 'Trabelssi', 'الطرابلسي'],
  ['Ben Salah', 'Bensalah', 'Ben Saleh', 'بن صالح'],
  ['Gharbi', 'El Gharbi', 'الغربي'],
  ['Hamrouni', 'Hamrouny', 'الحمروني'],
  ['Ayari', 'El Ayari', 'العياري'],
  ['Ben Ali', 'Benali', 'بن علي'],
  ['Mejri', 'Majri', 'الماجري'],
  ['Jaziri', 'El Jaziri', 'الجزيري'],
  ['Chebbi', 'Echebbi', 'الشابي'],
  ['Bouazizi', 'Bouazizy', 'البوعزيزي'],
  ['Sassi', 'Sassy', 'ساسي'],
  ['Dridi', 'Edridi', 'الدريدي'],
  ['Khemiri', 'Khmiri', 'الخميري'],
  ['Ben Youssef', 'Ben Yousef', 'بن يوسف'],
  ['Zouari', 'Ezzouari', 'الزواري'],
  ['Nasri', 'Nasry', 'النصري'],
] as const

/**
 * Six hundred generated pairs with known truth: people who register again, and people who only look alike. The same
 * seed gives the same pairs.
 */
export function labelledPairs(count = 600, seed = 20_261_121): Pair[] {
  const people = createPeople(randomFrom(seed))
  const [again, other] = [samePerson(people), otherPerson(people)]
  return Array.from({ length: count }, (_, index) => {
    const same = index % 2 === 0
    const kinds = Object.entries(same ? again : other)
    const [why, make] = people.pick(kinds)
    const one = people.someone()
    if (same && why.startsWith('has a new')) one.person.birthYear ??= 1988
    return { a: one.person, b: make(one), same, why }
  })
}

type People = ReturnType<typeof createPeople>
type Someone = ReturnType<People['someone']>

function createPeople(random: () => number) {
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  const phone = () => `+216${pick(['2', '5', '9'])}${String(Math.floor(random() * 1e7)).padStart(7, '0')}`
  const someone = () => {
    const first = pick(firstNames)
    const family = pick(familyNames)
    const governorateId = 1 + Math.floor(random() * 24)
    return {
      first,
      family,
      person: {
        fullName: `${pick(first)} ${pick(family)}`,
        email: `${latin(first[0])}.${latin(family[0])}${Math.floor(random() * 1000)}@${pick(mailHosts)}`,
        phone: phone(),
        birthYear: random() < 0.6 ? 1960 + Math.floor(random() * 55) : null,
        governorateId,
        delegationId: 1 + Math.floor(random() * 8),
        role: pick(['student', 'student', 'teacher', 'parent']),
      } satisfies Person,
    }
  }
  return { random, pick, phone, someone }
}

/** Ways in which one person registers again. */
function samePerson(people: People): Record<string, (one: Someone) => Person> {
  const { random, pick, phone } = people
  const respelled = ({ first, family, person }: Someone): Person => ({
    ...person,
    fullName: random() < 0.3 ? `${pick(family)} ${pick(first)}` : `${pick(first)} ${pick(family)}`,
    email: `${pick(words)}${Math.floor(random() * 10_000)}@${pick(mailHosts)}`,
  })
  return {
    'registers again with another address': (one) => respelled(one),
    'registers again and mistypes the telephone': (one) => ({
      ...respelled(one),
      phone: mistyped(one.person.phone, random),
      birthYear: one.person.birthYear,
    }),
    'uses the same mailbox with a plus sign': (one) => ({
      ...respelled(one),
      email: one.person.email.replace('@', '+darsi@'),
      phone: phone(),
    }),
    'moved, with the same telephone': (one) => ({
      ...respelled(one),
      governorateId: 1 + Math.floor(random() * 24),
      delegationId: 1,
    }),
    'as a teacher and as a parent': (one) => ({ ...respelled(one), role: 'parent' }),
    'has a new telephone and mailbox, same year and place': (one) => ({
      ...respelled(one),
      phone: phone(),
      birthYear: one.person.birthYear ?? 1988,
    }),
    'gives a like address at another host': (one) => ({
      ...respelled(one),
      email: one.person.email.replace(/@.*/, '@proton.example'),
      phone: phone(),
    }),
  }
}

/** Ways in which another person looks alike. */
function otherPerson(people: People): Record<string, (one: Someone) => Person> {
  const { pick, someone } = people
  return {
    'a brother or sister with the parents’ telephone': (one) => ({
      ...someone().person,
      fullName: `${pick(pickOther(firstNames, one.first, pick))} ${pick(one.family)}`,
      phone: one.person.phone,
      governorateId: one.person.governorateId,
      delegationId: one.person.delegationId,
    }),
    'a twin': (one) => ({
      ...one.person,
      fullName: `${pick(pickOther(firstNames, one.first, pick))} ${pick(one.family)}`,
      email: someone().person.email,
    }),
    'a namesake in the same governorate': (one) => ({
      ...someone().person,
      fullName: `${pick(one.first)} ${pick(one.family)}`,
      governorateId: one.person.governorateId,
    }),
    'a namesake elsewhere': (one) => ({
      ...someone().person,
      fullName: `${pick(one.first)} ${pick(one.family)}`,
    }),
    'someone with the same telephone at a school': (one) => ({
      ...someone().person,
      phone: one.person.phone,
    }),
    'husband and wife with one mailbox': (one) => ({
      ...someone().person,
      email: one.person.email.replace('@', '+2@'),
      governorateId: one.person.governorateId,
      delegationId: one.person.delegationId,
    }),
    'nobody in common': () => someone().person,
  }
}

const mailHosts = ['gmail.com', 'example.tn', 'topnet.example', 'yahoo.example']
const words = ['kitab', 'jasmin', 'carthage', 'bahr', 'zitouna', 'sahel', 'atlas', 'nakhla']

const latin = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

function pickOther<T>(list: readonly T[], known: T, pick: (list: readonly T[]) => T): T {
  return pick(list.filter((one) => one !== known))
}

function mistyped(phone: string, random: () => number): string {
  const at = 5 + Math.floor(random() * 7)
  return `${phone.slice(0, at)}${(Number(phone[at]) + 3) % 10}${phone.slice(at + 1)}`
}
