import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../local/process/fail.ts'
import { root } from '../local/process/paths.ts'
import { growthSchema } from './growth/result.ts'
import { pricesSchema, sizeFor, sizingTable } from './growth/sizing-table.ts'

const families = [100_000, 1_000_000, 10_000_000]
const measured = join(root, '.data', 'bench', 'growth.json')
const prices = process.argv[3] ?? join(import.meta.dirname, 'growth', 'prices.json')

/**
 * Prints the sizing table of docs/reference.md from the output of `npm run bench -- growth`. `npm run bench -- sizing
 * my-prices.json` adds the costs: a copy of infra/bench/growth/prices.json with the prices of your host.
 */
export async function run(): Promise<void> {
  if (!existsSync(measured)) throw new PlainError('First measure: npm run bench -- growth')
  const growth = growthSchema.parse(JSON.parse(readFileSync(measured, 'utf8')))
  const known = pricesSchema.parse(JSON.parse(readFileSync(prices, 'utf8')))
  // only the table, so that its output is Markdown
  process.stdout.write(`${sizingTable(families.map((count) => sizeFor(growth, count, known)))}\n`)
}
