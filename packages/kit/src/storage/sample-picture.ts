import sharp from 'sharp'

/** The graph of a parabola, as a teacher would draw it for an exercise of a demo. */
export function samplePicture(): Promise<Buffer> {
  const lines = Array.from({ length: 11 }, (_, index) => 40 + index * 60)
  const grid = lines.flatMap((at) => [
    `<path d="M${at} 40V640" stroke="#dfe5e4"/>`,
    `<path d="M40 ${at}H640" stroke="#dfe5e4"/>`,
  ])
  const curve = Array.from({ length: 101 }, (_, index) => {
    const x = -4 + index * 0.08
    return `${340 + x * 60} ${Math.max(40, 460 - (x * x - 2) * 30)}`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 680" width="680" height="680">
<rect width="680" height="680" fill="#fffdf8"/>${grid.join('')}
<path d="M40 460H640M340 40V640" stroke="#30423f" stroke-width="2.5"/>
<path d="M${curve.join('L')}" fill="none" stroke="#0b6075" stroke-width="5" stroke-linejoin="round"/>
<circle cx="340" cy="520" r="7" fill="#b4432e"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
