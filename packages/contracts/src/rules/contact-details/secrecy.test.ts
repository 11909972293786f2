import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { asksForSecrecy, secrecyIn } from './secrecy.ts'

describe('beside contact details, a text that asks for secrecy or a meeting', () => {
  it.each([
    'Don’t tell your mother, ok?',
    'tell nobody about this',
    'It is our secret',
    'keep this between us',
    'Let’s meet after school, I can pick you up',
    'you can come to my place',
    'Ne dis rien à tes parents',
    'N’en parle pas à ta mère',
    'sans que ta mère le sache',
    'ça reste entre nous',
    'Viens chez moi samedi',
    'On se voit seuls après le cours',
    'Efface nos messages',
    'لا تقولي لأمك',
    'ما تحكيش لبابا',
    'هذا سر بيننا',
    'بيني وبينك',
    'نتقابلو غدوة في المقهى',
    'تعالي لداري',
    'ma t9oulch l ommek',
    'matahkich lbouk, binetna',
    'net9ablou ghodwa',
  ])('%s', (text) => {
    expect(asksForSecrecy(text)).toBe(true)
  })
})

describe('a text that does not', () => {
  it.each([
    'Tell your mother that we meet on Monday at 10 in the classroom',
    'Your parents can read the report',
    'Montre le devoir à tes parents',
    'Dis à ta mère que la séance est à 14 h',
    'On se voit lundi à 17 h',
    'See you on Monday',
    'The secret of this exercise is the second line',
    'Le tableau reste lisible entre deux séances',
    'قل لأمك أن الحصة يوم الاثنين',
    'وري التمرين لبابا',
    '9oul l ommek elli el 7issa ghodwa',
    'Can you delete the last line of the exercise?',
    'Voici mon numéro : 20 123 456',
  ])('%s', (text) => {
    expect(asksForSecrecy(text)).toBe(false)
  })
})

const textsOf = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const texts = z.array(z.string())
const labelled = z
  .strictObject({ clear: texts, doubtful: texts, lesson: texts })
  .parse(textsOf('labelled-secrecy.json'))
const lessons = z.record(z.string(), z.object({ lesson: texts })).parse(textsOf('labelled-texts.json'))
const least = 0.95

// made as the set of `labelled-texts.test.ts`, by one author, before the patterns were changed for it
it('a text that asks for secrecy alone: recall and precision are at least 95 %', () => {
  const ordinary = [...labelled.lesson, ...Object.values(lessons).flatMap(({ lesson }) => lesson)]
  const asking = [...labelled.clear, ...labelled.doubtful]
  const missed = asking.filter((text) => secrecyIn(text) === null)
  const wrong = ordinary.filter((text) => secrecyIn(text) !== null)
  const found = asking.length - missed.length
  const [recall, precision] = [found / asking.length, found / (found + wrong.length)]
  process.stdout.write(
    `secrecy: recall ${(recall * 100).toFixed(1)} %, precision ${(precision * 100).toFixed(1)} %, of ${asking.length} and ${ordinary.length}\n`,
  )
  expect({ missed, low: recall < least }).toMatchObject({ low: false })
  expect({ wrong, low: precision < least }).toMatchObject({ low: false })
  expect(labelled.clear.filter((text) => secrecyIn(text) === 'doubtful')).toEqual([])
})

it('a text with an ordinary explanation is doubtful, never clear', () => {
  expect(labelled.doubtful.filter((text) => secrecyIn(text) === 'clear')).toEqual([])
})
