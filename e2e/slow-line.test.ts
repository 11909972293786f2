import { setTimeout as sleep } from 'node:timers/promises'
import { pieceLimit } from '@darsi/contracts/rules/files.ts'
import { expect } from '@playwright/test'
import { person } from './support/people.ts'
import { openPlace, signedIn } from './support/screens.ts'
import { test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

// 100 kbit/s and 7 MB, a hundred times as fast: ten minutes become six seconds. The pieces keep their size
const speedUp = 100
const bytesPerSecond = (100_000 / 8) * speedUp
const fileBytes = 7_000_000
/** The gateway waits so long for one request. */
const requestMs = 180_000

const t = textsOf('features', 'proofs', 'en')

/** A scan without compression, of random points: nothing makes it smaller on its way. */
function scanOf(bytes: number): Buffer {
  const width = 1000
  const height = Math.ceil(bytes / 3 / width)
  const picture = Buffer.from(Uint8Array.from({ length: width * height * 3 }, () => Math.random() * 256))
  const colours = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`
  const contents = 'q 500 0 0 500 0 0 cm /P Do Q'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 500] /Resources << /XObject << /P 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${contents.length} >>\nstream\n${contents}\nendstream`,
    [
      `<< /Type /XObject /Subtype /Image ${colours} /Length ${picture.length} >>\nstream\n`,
      picture,
      '\nendstream',
    ],
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const at = () => parts.reduce((sum, part) => sum + part.length, 0)
  const starts = objects.map((object, index) => {
    const start = at()
    for (const part of [`${index + 1} 0 obj\n`, object, '\nendobj\n'].flat()) parts.push(Buffer.from(part))
    return start
  })
  const table = at()
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${end}`)])
}

test('a proof of 7 MB arrives over a line of 100 kbit/s that breaks twice', async ({ visitor }) => {
  // at the true speed one piece has to arrive before the gateway gives up
  expect(((pieceLimit * 8) / 100_000) * 1000).toBeLessThan(requestMs / 2)
  const teacher = await person('teacher', 'Slow Line')
  const { page } = await signedIn(visitor, teacher)
  await openPlace(page, 'profile')
  const input = page.getByLabel(t('fileOf', { name: 'diploma' })).first()
  await input.waitFor({ state: 'attached' })

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const line = (offline: boolean) =>
    devtools.send('Network.emulateNetworkConditions', {
      ...{ offline, latency: 0, uploadThroughput: bytesPerSecond, downloadThroughput: bytesPerSecond },
    })
  const offsets: number[] = []
  page.on('request', (request) => {
    const offset = request.headers()['upload-offset']
    if (request.method() === 'PATCH' && offset !== undefined) offsets.push(Number(offset))
  })
  const reaches = async (bytes: number) => {
    while ((offsets.at(-1) ?? 0) < bytes) await sleep(20)
  }
  await line(false)
  const began = performance.now()
  await input.setInputFiles({
    name: 'diploma.pdf',
    mimeType: 'application/pdf',
    buffer: scanOf(fileBytes),
  })
  for (const part of [0.3, 0.7]) {
    await reaches(fileBytes * part)
    await line(true)
    await sleep(500)
    await line(false)
  }
  await page.getByText(t('waiting')).first().waitFor()
  const seconds = Math.round((performance.now() - began) / 100) / 10
  process.stdout.write(
    `slow line: 7 MB in ${seconds} s at ${speedUp} times 100 kbit/s, ${offsets.length} pieces\n`,
  )
  // it went on where it was: at most the two broken pieces were sent again
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1)
  expect(offsets.length).toBeLessThanOrEqual(Math.ceil(fileBytes / pieceLimit) + 4)
  expect(seconds).toBeGreaterThan((fileBytes / bytesPerSecond) * 0.8)
})
