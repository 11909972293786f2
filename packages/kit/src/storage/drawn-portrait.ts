import sharp from 'sharp'

const side = 480
const backs = ['#cfe3df', '#f1dcc9', '#dcdff1', '#efe3b8', '#e7d3dc', '#d5e6c8', '#d7e4ef']
const skins = ['#e9bd98', '#d9a679', '#f0cdb0', '#c98f62', '#e3b189']
const hairs = ['#2b211c', '#4a3426', '#171717', '#6b4a2f', '#7c7672']
const coats = ['#0b6075', '#8c4a2f', '#3f5a3c', '#4b4a7d', '#7a3350', '#2f4858', '#a0662b']
const scarves = ['#31586b', '#8a5a6e', '#4d6b4a', '#b08a5a', '#5a5480']

/**
 * A drawn portrait of an invented person for the demo, as WebP. The same number makes the same picture; women and men
 * differ in hair, scarf and beard.
 */
export function drawnPortrait(number: number, isWoman: boolean): Promise<Buffer> {
  const of = (list: readonly string[], factor: number) => list[(number * factor) % list.length] ?? ''
  const colours = { skin: of(skins, 3), hair: of(hairs, 2), coat: of(coats, 5) }
  const wearsScarf = isWoman && number % 4 < 2
  const parts = [
    `<rect width="120" height="120" fill="${of(backs, 3)}"/>`,
    wearsScarf ? '' : hairBehind(isWoman, colours.hair),
    body(colours),
    wearsScarf ? scarf(of(scarves, 2)) : '',
    head(colours.skin, { hasEars: !isWoman }),
    wearsScarf ? scarfFront(of(scarves, 2)) : hairInFront(number, isWoman, colours.hair),
    isWoman || number % 3 === 0 ? '' : beard(colours.hair),
    face(),
    number % 5 === 1 ? glasses : '',
  ]
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="${side}" height="${side}">`
  return sharp(Buffer.from(`${open}${parts.join('')}</svg>`))
    .webp({ quality: 82 })
    .toBuffer()
}

const body = ({ skin, coat }: { skin: string; coat: string }) =>
  `<path d="M14 122c1-24 18-33 34-36h24c16 3 33 12 34 36z" fill="${coat}"/>
<path d="M50 74h20v14c-2 6-18 6-20 0z" fill="${skin}"/><path d="M50 80c5 5 15 5 20 0v-6H50z" fill="#000" opacity="0.1"/>
<path d="M48 86l12 11 12-11 4 2-16 17-16-17z" fill="#fff" opacity="0.85"/>`

const head = (skin: string, { hasEars }: { hasEars: boolean }) =>
  `${hasEars ? `<circle cx="39.500" cy="57" r="4.500" fill="${skin}"/><circle cx="80.500" cy="57" r="4.500" fill="${skin}"/>` : ''}
<path d="M40 50c0-14 9-22 20-22s20 8 20 22c0 16-8 30-20 30S40 66 40 50z" fill="${skin}"/>`

const hairBehind = (isWoman: boolean, hair: string) =>
  isWoman
    ? `<path d="M32 88c-4-16 0-34 3-44 4-14 14-22 25-22s21 8 25 22c3 10 7 28 3 44-6 6-50 6-56 0z" fill="${hair}"/>`
    : ''

const hairInFront = (number: number, isWoman: boolean, hair: string) => {
  if (isWoman)
    return `<path d="M38 54c0-18 9-29 22-29s22 11 22 29c-5-4-9-10-11-16-8 6-22 8-28 6-1 4-3 8-5 10z" fill="${hair}"/>`
  if (number % 3 === 0)
    return `<path d="M39 50c-2-16 8-27 21-27s23 11 21 27c-2-5-4-9-6-12-9 2-21 2-30 0-2 3-4 7-6 12z" fill="${hair}"/>`
  return `<path d="M39 50c-3-17 8-28 22-28 12 0 22 10 20 28-1-6-4-10-7-13-6 3-16 1-22-3-4 4-10 8-13 16z" fill="${hair}"/>`
}

const scarf = (colour: string) =>
  `<path d="M30 56c0-22 12-36 30-36s30 14 30 36c0 14-4 26-9 33 4 4 6 10 4 16-12 6-38 6-50 0-2-6 0-12 4-16-5-7-9-19-9-33z" fill="${colour}"/>
<path d="M39 89c10 8 32 8 42 0" stroke="#000" stroke-opacity="0.14" stroke-width="2" fill="none"/>`

const scarfFront = (colour: string) =>
  `<path d="M38 56c0-20 9-31 22-31s22 11 22 31c-2-13-10-20-22-20s-20 7-22 20z" fill="${colour}"/>
<path d="M40 62c2 14 10 21 20 21s18-7 20-21c3 18-6 30-20 30S37 80 40 62z" fill="${colour}"/>`

const beard = (hair: string) =>
  `<path d="M40.500 56c1 16 9 25 19.500 25s18.500-9 19.500-25c-3 6-6 9-9 10-6-3-15-3-21 0-3-1-6-4-9-10z" fill="${hair}" opacity="0.86"/>`

const face = () =>
  `<circle cx="52" cy="54" r="2.100" fill="#241c18"/><circle cx="68" cy="54" r="2.100" fill="#241c18"/>
<path d="M47 47.500q5-3 9-1M64 46.500q4-2 9 1" stroke="#241c18" stroke-opacity="0.6" stroke-width="1.600" fill="none" stroke-linecap="round"/>
<path d="M60 56l-2 6h3" stroke="#000" stroke-opacity="0.22" stroke-width="1.400" fill="none" stroke-linecap="round"/>
<path d="M53.500 69q6.500 5.500 13 0" stroke="#8a3f36" stroke-width="2.200" fill="none" stroke-linecap="round"/>`

const glasses =
  '<g fill="none" stroke="#2b2b2b" stroke-width="1.400"><circle cx="52" cy="54" r="6"/><circle cx="68" cy="54" r="6"/><path d="M58 53.500h4M46 53l-6-1.500M74 53l6-1.500"/></g>'
