import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '@darsi/contracts/reference/languages.ts'
import type { Browser, Page } from '@playwright/test'
import { isNight } from './night.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kept = join(root, 'e2e/pictures')
const refused = join(root, '.data/pictures')

/** Pictures are stored at half size: every line is visible, and the files are small. */
const scale = 0.5
/** The block size of the comparison in pixels of the page, so that a letter rendered differently matters little. */
const block = 8
/** The tolerated colour difference of a block, of 255, and the tolerated number of different blocks. */
const tolerance = { colour: 28, blocks: 0.004, height: 8 }

type Comparison = { webp: string; size: number[]; keptSize: number[] | null; differing: number }

export type View = { width: number; language: Language; scheme: 'light' | 'dark' }

export const nameOf = ({ width, language, scheme }: View) => `${width}-${language}-${scheme}`

/** The views with a picture: both ends of the widths, both directions and both themes. */
const pictured: readonly View[] = [
  { width: 1280, language: 'en', scheme: 'light' },
  { width: 360, language: 'ar', scheme: 'dark' },
]
const others = [360, 768, 1280]
  .flatMap((width) =>
    languages.flatMap((language) =>
      (['light', 'dark'] as const).map((scheme): View => ({ width, language, scheme })),
    ),
  )
  .filter((view) => !isKept(view))

export function isKept(view: View): boolean {
  return pictured.some((one) => nameOf(one) === nameOf(view))
}

export const views = isNight ? [...pictured, ...others] : pictured

export const pictureOptions = { fullPage: true, type: 'jpeg', quality: 90, animations: 'disabled' } as const

/**
 * Compares pictures inside the browser, which can decode them. Playwright's `toHaveScreenshot` keeps whole PNG files, ten
 * times as large, and compares pixels: another version of Chromium or of a font moves many by one.
 */
export async function openJudge(browser: Browser) {
  const page = await browser.newPage()
  await page.goto(new URL('compare-pictures.html', import.meta.url).href)
  return {
    /** @returns null, or the difference; with `update` a missing picture is stored */
    judge: async (name: string, taken: Buffer, update: boolean): Promise<string | null> => {
      const file = join(kept, `${name}.webp`)
      const reference = existsSync(file) ? readFileSync(file) : null
      const { webp, size, keptSize, differing } = await compare(page, taken, reference)
      const wrong = verdict(size, keptSize, differing)
      if (wrong === null) return null
      const place = update ? file : join(refused, `${name}.webp`)
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, Buffer.from(webp, 'base64'))
      return update ? null : `${wrong}; now: .data/pictures/${name}.webp, kept: e2e/pictures/${name}.webp`
    },
    close: () => page.close(),
  }
}

function verdict(size: number[], keptSize: number[] | null, differing: number): string | null {
  if (keptSize === null) return 'no picture is kept'
  const [height = 0, keptHeight = 0] = [size[1], keptSize[1]]
  if (Math.abs(height - keptHeight) > tolerance.height * scale)
    return `${height / scale} pixels high instead of ${keptHeight / scale}`
  if (differing > tolerance.blocks) return `${(differing * 100).toFixed(1)} % of it differs`
  return null
}

function compare(page: Page, taken: Buffer, reference: Buffer | null): Promise<Comparison> {
  const asked = {
    taken: `data:image/jpeg;base64,${taken.toString('base64')}`,
    reference: reference && `data:image/webp;base64,${reference.toString('base64')}`,
    scale,
    block,
    limit: tolerance.colour,
  }
  return page.evaluate<Comparison>(`compare(${JSON.stringify(asked)})`)
}
