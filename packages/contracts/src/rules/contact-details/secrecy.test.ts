import { describe, expect, it } from '@jest/globals'
import { asksForSecrecy } from './secrecy.ts'

describe('a text that asks for secrecy or a meeting', () => {
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
