import { PlainError } from '../local/process/fail.ts'
import { main, say } from '../local/process/main.ts'
import { replacePart } from '../local/tools/replace-part.ts'

// `npm run replace -- auth dashboard-teacher`: replaces parts of the running compose project one by one, each successor
// before its predecessor
await main(async () => {
  const parts = process.argv.slice(2)
  if (parts.length === 0) throw new PlainError('Which? npm run replace -- auth users')
  for (const part of parts) {
    const { length } = await replacePart(part)
    say(`${part} replaced${length > 1 ? `, ${length} containers` : ''}`)
  }
  return 0
})
