import { type NameWord, nameKeys } from '@darsi/contracts/rules/fold-name.ts'

/** Each distinct name once, with its search keys: a search compares names, of which there are fewer than teachers. */
export function createNameTable() {
  const numbers = new Map<string, number>()
  const names: string[] = []
  const keys: string[] = []
  const uses: number[] = []
  const free: number[] = []

  return {
    /** The number of a name; freed when `release` was called as often as `acquire`. */
    acquire: (name: string): number => {
      const existing = numbers.get(name)
      const number = existing ?? free.pop() ?? names.length
      if (existing === undefined) {
        numbers.set(name, number)
        names[number] = name
        keys[number] = textOf(nameKeys(name))
        uses[number] = 0
      }
      uses[number] = (uses[number] ?? 0) + 1
      return number
    },

    release: (number: number): void => {
      const left = (uses[number] ?? 0) - 1
      uses[number] = left
      if (left > 0) return
      numbers.delete(names[number] ?? '')
      names[number] = ''
      keys[number] = ''
      free.push(number)
    },

    /** 1 for the number of each name that matches every word, by prefix or by sound (`fitsName`). */
    matching: (words: readonly NameWord[]): Uint8Array => {
      const asked = words.map(
        ({ written, sound }) => [`\n${joined(written)}`, sound && `\t${sound}\n`] as const,
      )
      return Uint8Array.from(keys, (text) =>
        asked.every(([start, sound]) => text.includes(start) || (sound !== '' && text.includes(sound)))
          ? 1
          : 0,
      )
    },
  }
}

/** One text per name, `\n` before the written word and `\t` before its sound; between them are letters only. */
function textOf(words: readonly NameWord[]): string {
  return `${words.map(({ written, sound }) => `\n${joined(written)}\t${sound}`).join('')}\n`
}

const joined = (written: string): string => written.replace(' ', '')
