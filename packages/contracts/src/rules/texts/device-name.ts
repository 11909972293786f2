import { namesOf } from '../../reference/i18n/names-of.ts'
import { texts } from '../../reference/i18n/texts.ts'
import type { Language } from '../../reference/languages.ts'

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** "Firefox on Linux": recognisable for people, and stable across updates. */
export function deviceName(userAgent: string | undefined): string {
  const name = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = name(browsers)
  const system = name(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? ''
}

const { on } = /* @__PURE__ */ namesOf(texts.devices)

/** A stored name as a reader sees it: "Chrome sous Linux". */
export const deviceNameIn = (name: string, language: Language): string =>
  name.replace(' on ', ` ${on[language]} `)
