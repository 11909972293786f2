import { foldText } from '@darsi/contracts/reference/fold-text.ts'
import { delegations } from '@darsi/contracts/reference/places/delegations.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import {
  minPasswordLength,
  passwordLengthProblem,
} from '@darsi/contracts/rules/registration/registration-rules.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as commonWords } from '@zxcvbn-ts/language-common'
import { dictionary as frenchWords } from '@zxcvbn-ts/language-fr'
import commonPasswords from 'fxa-common-password-list'

type Weakness = 'password-common' | 'password-personal' | 'password-guessable'

const minScore = 2
// the estimate costs milliseconds per character: the password is checked in parts until one part alone is strong enough
const estimatedLength = 32
const shortestWord = 4

/** Why a password is too easy to guess; null when it is not. @param about what an attacker knows about the person */
export function weaknessOf(password: string, about: readonly string[]): Weakness | null {
  const normal = password.normalize('NFKC')
  const lower = normal.toLowerCase()
  if (commonPasswords.test(normal) || commonPasswords.test(lower)) return 'password-common'
  if (isMostlyCommonWords(lower, about)) return 'password-personal'
  // a cheaper rule than the estimate detects repetition
  const isRepetition = /^(.{1,64}?)\1+$/su.test(lower)
  if (isRepetition || !isHardToGuess(normal, wordsIn(about))) return 'password-guessable'
  return null
}

/** docs/accounts.md: 8 to 128 characters of any script, 15 for administrators, and not easy to guess. */
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

/** The whole password is at least as hard to guess as any part of it. */
function isHardToGuess(password: string, userInputs: string[]): boolean {
  const letters = [...password]
  const parts = Math.ceil(letters.length / estimatedLength)
  // parts of equal length, so that the last one is not too short
  const length = Math.ceil(letters.length / parts)
  for (let part = 0; part < parts; part++) {
    const text = letters.slice(part * length, (part + 1) * length).join('')
    if (estimate.check(text, userInputs).score >= minScore) return true
  }
  return false
}

/** True when too little is left after removing well-known words. */
function isMostlyCommonWords(password: string, about: readonly string[]): boolean {
  const folded = foldText(password)
  // also the whole address or name: its words alone may be too short to match
  const whole = about.map((text) => foldText(text)).filter((text) => [...text].length >= shortestWord)
  const found = [...whole, ...wordsIn(about), ...publicWords].filter((word) => folded.includes(word))
  const rest = found
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), folded)
  return found.length > 0 && [...rest].length < minPasswordLength
}
