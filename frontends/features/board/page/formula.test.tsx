import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { parseFormula } from './formula.ts'
import { layFormula } from './formula-box.ts'
import { FormulaMarkup } from './formula-markup.tsx'

const markup = (source: string) =>
  show(<FormulaMarkup source={source} />).container.querySelector('math')?.innerHTML
const lay = (source: string, size = 40) => layFormula(parseFormula(source), size, (text) => text.length * 20)

describe('a formula', () => {
  it('is read as MathML', () => {
    expect(markup('x^2')).toBe('<msup><mi>x</mi><mn>2</mn></msup>')
    expect(markup('a_{n+1}')).toBe('<msub><mi>a</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msub>')
    expect(markup('u_n^2')).toBe('<msubsup><mi>u</mi><mi>n</mi><mn>2</mn></msubsup>')
    expect(markup('\\frac{1}{2}')).toBe('<mfrac><mn>1</mn><mn>2</mn></mfrac>')
    expect(markup('\\sqrt[3]{8}')).toBe('<mroot><mn>8</mn><mn>3</mn></mroot>')
    expect(markup('\\Delta=b^2-4ac')).toContain('<mi>Δ</mi><mo>=</mo>')
    expect(markup('3,14')).toBe('<mn>3,14</mn>')
  })

  it.each([
    '',
    '}',
    '{',
    '\\',
    '\\frac',
    '\\frac{',
    '^',
    'x^',
    '\\sqrt[',
    '}}}',
    '{'.repeat(5000),
    '\\frac'.repeat(900),
  ])('that is unfinished (%#) is shown as far as it goes', (source) => {
    const box = lay(source)
    expect(Number.isFinite(box.width) && box.width >= 0).toBe(true)
  })

  it('is laid out: a fraction is higher than its parts, a power is raised, a root covers its content', () => {
    const one = lay('1')
    const half = lay('\\frac{1}{2}')
    expect(half.above).toBeGreaterThan(one.above)
    expect(half.below).toBeGreaterThan(one.below)
    const power = lay('x^2').inks
    expect(power[1]).toMatchObject({ text: '2', size: 26 })
    expect(power[1]?.kind === 'sign' && power[1].y).toBeLessThan(0)
    const root = lay('\\sqrt{abc}')
    const bar = root.inks.find(({ kind }) => kind === 'lines')
    expect(bar?.kind === 'lines' && bar.points.at(-1)?.[0]).toBe(root.width)
  })
})
