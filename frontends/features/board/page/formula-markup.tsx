import { createElement, type ReactNode } from 'react'
import { type Formula, parseFormula } from './formula.ts'

const tags = { letter: 'mi', number: 'mn', operator: 'mo', word: 'mi' } as const

/** The formula as MathML, for screen readers and for the preview of the dialog. */
export function FormulaMarkup({ source }: { source: string }) {
  return createElement('math', null, markup(parseFormula(source)))
}

function markup(formula: Formula): ReactNode {
  switch (formula.kind) {
    case 'sign':
      return createElement(tags[formula.as], null, formula.text)
    case 'row':
      return createElement('mrow', null, ...formula.items.map(markup))
    case 'fraction':
      return createElement('mfrac', null, markup(formula.over), markup(formula.under))
    case 'root':
      return formula.degree === null
        ? createElement('msqrt', null, markup(formula.of))
        : createElement('mroot', null, markup(formula.of), markup(formula.degree))
    case 'scripts': {
      const { base, above, below } = formula
      const tag = above === null ? 'msub' : below === null ? 'msup' : 'msubsup'
      return createElement(tag, null, markup(base), below && markup(below), above && markup(above))
    }
  }
}
