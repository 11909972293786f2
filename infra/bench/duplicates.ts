import { compare, keysOf } from '../../services/admin/src/duplicates/score.ts'
import { print } from '../local/trials/trial.ts'
import { labelledPairs, type Pair } from './duplicate-pairs.ts'

/** Precision and recall of the duplicate detector on labelled pairs, compared with simple rules. */
export async function run(): Promise<void> {
  const pairs = labelledPairs()
  print(`${pairs.length} labelled pairs, ${pairs.filter(({ same }) => same).length} of them one person`)
  const found = ({ a, b }: Pair) => sharesKey(a, b) && compare(a, b).isDuplicate
  print(line('the detector', pairs, found))
  print(line('the same telephone', pairs, ({ a, b }) => a.phone === b.phone))
  print(line('the same name as written', pairs, ({ a, b }) => a.fullName === b.fullName))
  for (const why of new Set(pairs.map((pair) => pair.why))) {
    const of = pairs.filter((pair) => pair.why === why)
    const right = of.filter((pair) => found(pair) === pair.same).length
    print(`  ${why}: ${right} of ${of.length} right`)
  }
  const started = performance.now()
  const rounds = 20
  for (let round = 0; round < rounds; round++) for (const { a, b } of pairs) compare(a, b)
  const each = ((performance.now() - started) * 1000) / (rounds * pairs.length)
  print(`${each.toFixed(0)} µs a comparison`)
}

function sharesKey(a: Pair['a'], b: Pair['b']): boolean {
  const keys = new Set(keysOf(a))
  return keysOf(b).some((key) => keys.has(key))
}

function line(name: string, pairs: readonly Pair[], found: (pair: Pair) => boolean): string {
  const hits = pairs.filter(found)
  const right = hits.filter(({ same }) => same).length
  const all = pairs.filter(({ same }) => same).length
  const percent = (part: number, whole: number) => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1))
  return `${name}: precision ${percent(right, hits.length)} %, recall ${percent(right, all)} %`
}
