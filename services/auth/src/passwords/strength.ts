import { delegations } from '@darsi/contracts/delegations.ts'
import { foldText } from '@darsi/contracts/fold-text.ts'
import { governorates } from '@darsi/contracts/governorates.ts'
import { productName } from '@darsi/contracts/product.ts'
import { minPasswordLength, passwordLengthProblem } from '@darsi/contracts/registration-rules.ts'
import type { Role } from '@darsi/contracts/roles.ts'
import { problem } from '@darsi/kit/problem.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as commonWords } from '@zxcvbn-ts/language-common'
import { dictionary as frenchWords } from '@zxcvbn-ts/language-fr'
import commonPasswords from 'fxa-common-password-list'

export type Weakness = 'password-common' | 'password-personal' | 'password-guessable'

const minScore = 2
// the estimate costs milliseconds per character, and 32 say enough
const estimatedLength = 32
const shortestWord = 4

/** Why a password is too easy to guess; null when it is not. @param about what an attacker knows of the person */
export function weaknessOf(password: string, about: readonly string[]): Weakness | null {
  const normal = password.normalize('NFKC')
  const lower = normal.toLowerCase()
  if (commonPasswords.test(normal) || commonPasswords.test(lower)) return 'password-common'
  if (isMostlyKnown(lower, about)) return 'password-personal'
  // repetition is found by a cheaper rule than the estimate's
  const isRepetition = /^(.{1,64}?)\1+$/su.test(lower)
  if (isRepetition || estimate.check(normal, wordsIn(about)).score < minScore) return 'password-guessable'
  return null
}

/** product.md §3: 8 to 128 characters of any script, 15 for administrators, and not one that is easy to guess. */
export function checkPassword(
  password: string,
  { role, fullName, email }: { role: Role; fullName: string; email: string },
): void {
  const lengthProblem = passwordLengthProblem(password, role)
  if (lengthProblem) throw problem(lengthProblem)
  const weakness = weaknessOf(password, [fullName, email])
  if (weakness) throw problem(weakness)
}

const wordsIn = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => foldText(text).split(/[^\p{L}\p{N}]+/u))
      .filter((word) => [...word].length >= shortestWord),
  ),
]

const places = [...governorates, ...delegations].flatMap(({ name }) => Object.values(name))
const publicWords = wordsIn([...Object.values(productName), ...places])

const estimate = new ZxcvbnFactory({
  dictionary: { ...commonWords, ...frenchWords, publicWords },
  graphs: adjacencyGraphs,
  maxLength: estimatedLength,
})

/** True when too little is left once the words that everybody knows are taken out. */
function isMostlyKnown(password: string, about: readonly string[]): boolean {
  const folded = foldText(password)
  const found = [...wordsIn(about), ...publicWords].filter((word) => folded.includes(word))
  const rest = found
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), folded)
  return found.length > 0 && [...rest].length < minPasswordLength
}
