import { expect, it } from '@jest/globals'
import { alive, holdSubmits } from './held-submit.ts'

it('a form that is submitted before hydration is sent once, after hydration', () => {
  document.body.innerHTML = '<div data-page="/login"><form><button>Log in</button></form></div>'
  const form = document.querySelector('form')
  const sent: string[] = []
  holdSubmits()
  form?.querySelector('button')?.click()
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    sent.push('submit')
  })
  form?.querySelector('button')?.click()
  expect(sent).toEqual([])
  dispatchEvent(new Event(alive))
  expect(sent).toEqual(['submit'])
  form?.querySelector('button')?.click()
  expect(sent).toEqual(['submit', 'submit'])
})
