import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')

const pairs = [...css.matchAll(/(--ds-[\w-]+): light-dark\((#\w+), (#\w+)\);/g)]
const light = new Map(pairs.map(([, name = '', value = '']) => [name, value]))
const dark = new Map(pairs.map(([, name = '', , value = '']) => [name, value]))

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(theme: Map<string, string>, ink: string, ground: string): number {
  const [a = 0, b = 0] = [ink, ground]
    .map((name) => luminance(theme.get(`--ds-${name}`) ?? '#000000'))
    .sort((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}

const grounds = ['bg', 'bg-sunken', 'surface', 'surface-raised', 'surface-hover']
const text: [string, string][] = [
  ...['text', 'text-soft', 'text-faint', 'accent-text', 'danger'].flatMap((ink) =>
    grounds.map((ground): [string, string] => [ink, ground]),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'accent-active'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ...['accent', 'success', 'warning', 'danger'].flatMap((tone): [string, string][] => [
    [tone === 'accent' ? 'accent-text' : tone, `${tone}-soft`],
    ['text', `${tone}-soft`],
    ['text-soft', `${tone}-soft`],
  ]),
  ['accent-text', 'accent-soft-hover'],
]
const edges: [string, string][] = [
  ...grounds.map((ground): [string, string] => ['border-control', ground]),
  ...grounds.map((ground): [string, string] => ['accent', ground]),
  ...['chart-1', 'chart-2', 'chart-3', 'star'].map((ink): [string, string] => [ink, 'surface']),
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_, theme) => {
  it.each(text)('%s is readable on %s', (ink, ground) => {
    expect(contrast(theme, ink, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edges)('%s stands out from %s', (ink, ground) => {
    expect(contrast(theme, ink, ground)).toBeGreaterThanOrEqual(3)
  })
})

it('every colour has a dark value', () => {
  expect(css.match(/--ds-[\w-]+: (?:#|rgb)[^;]+;/g)).toBeNull()
})
