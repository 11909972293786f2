import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

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

/** The same time in each picture, and nothing that moves. */
export async function frozenContext(
  browser: Browser,
  { width, language, scheme }: View,
  { at, ...options }: BrowserContextOptions & { at: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: language,
    timezoneId: 'Africa/Tunis',
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  })
  await context.clock.setFixedTime(at)
  return context
}

/** Compares pictures inside the browser, which can decode them. */
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
