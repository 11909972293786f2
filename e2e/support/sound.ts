import { eventually } from '@darsi/kit/testing/testing.ts'
import type { Page } from '@playwright/test'

/**
 * The loudest moment, from 0 to 1, of all sound that the page plays within a second and a half. As text, because the
 * page runs it, not this process.
 */
const loudest = `(async () => {
  const streams = [...document.querySelectorAll('audio')].map((element) => element.srcObject).filter(Boolean)
  const context = new AudioContext()
  const analysers = streams.map((stream) => {
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(stream).connect(analyser)
    return analyser
  })
  let level = 0
  for (let round = 0; round < 50; round++) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    for (const analyser of analysers) {
      const samples = new Float32Array(analyser.fftSize)
      analyser.getFloatTimeDomainData(samples)
      for (const sample of samples) level = Math.max(level, Math.abs(sample))
    }
  }
  await context.close()
  return level
})()`

/** Louder than the noise of an empty line. */
const audible = 0.01

/** Waits until the page plays a voice: Chromium's fake microphone beeps. */
export async function hears(page: Page): Promise<void> {
  await eventually(async () => Number(await page.evaluate(loudest)) > audible)
}

/** Waits until the page plays no voice. */
export async function hearsNothing(page: Page): Promise<void> {
  await eventually(async () => Number(await page.evaluate(loudest)) < audible)
}
