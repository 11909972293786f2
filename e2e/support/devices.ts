import type { Page } from '@playwright/test'

/**
 * Text, because the page runs it: `window.refuse` names the error of the next starts of microphone and camera, and
 * `window.started` holds what was started.
 */
export const refusableDevices = `
window.started = []
const media = navigator.mediaDevices
const start = media.getUserMedia.bind(media)
media.getUserMedia = async (wanted) => {
  const error = window.refuse?.[wanted.video ? 'video' : 'audio']
  if (error) throw new DOMException('', error)
  const stream = await start(wanted)
  window.started.push(...stream.getTracks())
  return stream
}`

export const refuseDevices = (page: Page, errors: { audio?: string; video?: string }) =>
  page.evaluate(`window.refuse = ${JSON.stringify(errors)}`)

/** What a headset does that is pulled out, and no other one is there. */
export async function pullMicrophone(page: Page): Promise<void> {
  await refuseDevices(page, { audio: 'NotFoundError' })
  await page.evaluate(`for (const track of window.started)
    if (track.kind === 'audio' && track.readyState === 'live') {
      track.stop()
      track.dispatchEvent(new Event('ended'))
    }`)
}

export async function plugMicrophone(page: Page): Promise<void> {
  await refuseDevices(page, {})
  await page.evaluate(`navigator.mediaDevices.dispatchEvent(new Event('devicechange'))`)
}
