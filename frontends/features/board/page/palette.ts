import type { Palette } from './draw.ts'

/** The colours of the page, read from the theme at this element. */
export function paletteAt(element: Element): Palette {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--ds-${name}`).trim()
  return {
    paper: colour('surface'),
    grid: colour('border'),
    font: colour('font') || 'sans-serif',
    inks: {
      text: colour('text'),
      blue: colour('accent'),
      red: colour('danger'),
      green: colour('success'),
      clay: colour('chart-2'),
      gold: colour('star'),
    },
  }
}

/** For print: always the light colours. */
export function lightPalette(): Palette {
  const element = document.createElement('div')
  element.dataset['theme'] = 'light'
  document.body.append(element)
  const palette = paletteAt(element)
  element.remove()
  return palette
}
