import type { Texts } from '@darsi/contracts/reference/i18n/fill-in.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'

/** What write-pages needs to know of the build, so that it runs without the sources. */
export type BuiltTexts = {
  /** Per entry: the files that it loads at once, and the ids of its texts. */
  groups: Record<string, { files: string[]; texts: string[] }>
  texts: Record<string, Record<Language, Texts>>
  fonts: string[]
}

export const builtTextsFile = '.build/page-texts.json'
/** `env`: the variables with which pages were written, which the static server compares with its own; `files`. */
export const pageSettingsFile = '.build/pages.json'
