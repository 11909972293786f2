import { type NameWord, nameKeys } from '@darsi/contracts/rules/fold-name.ts'

type Name = { readonly name: string; readonly text: string; uses: number }

/** Each distinct name once, with its search keys: a search compares names, of which there are fewer than teachers. */
export function createNameTable() {
  const numbers = new Map<string, number>()
  const names: Name[] = []
  const free: number[] = []

  return {
    /** The number of a name; freed when `release` was called as often as `acquire`. */
    acquire: (name: string): number => {
      const number = numbers.get(name) ?? free.pop() ?? names.length
      if (!numbers.has(name)) names[number] = { name, text: textOf(nameKeys(name)), uses: 0 }
      numbers.set(name, number)
      if (names[number]) names[number].uses++
      return number
    },

    release: (number: number): void => {
      const entry = names[number]
      if (!entry || --entry.uses > 0) return
      numbers.delete(entry.name)
      names[number] = unused
      free.push(number)
    },

    /** 1 for the number of each name that matches every word, by prefix or by sound (`fitsName`). */
    matching: (words: readonly NameWord[]): Uint8Array => {
      const asked = words.map(
        ({ written, sound }) => [`\n${joined(written)}`, sound && `\t${sound}\n`] as const,
      )
      return Uint8Array.from(names, ({ text }) =>
        asked.every(([start, sound]) => text.includes(start) || (sound !== '' && text.includes(sound)))
          ? 1
          : 0,
      )
    },
  }
}

const unused: Name = { name: '', text: '', uses: 0 }

/** One text per name, `\n` before the written word and `\t` before its sound; between them are letters only. */
function textOf(words: readonly NameWord[]): string {
  return `${words.map(({ written, sound }) => `\n${joined(written)}\t${sound}`).join('')}\n`
}

const joined = (written: string): string => written.replace(' ', '')
