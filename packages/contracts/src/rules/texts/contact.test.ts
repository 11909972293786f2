import { describe, expect, it } from '@jest/globals'
import { contactProblems } from './contact.ts'

const complete = {
  name: 'Amal',
  email: 'amal@example.tn',
  userType: 'parent',
  subject: 'technical',
  message: 'Help',
}

describe('the contact form', () => {
  it('name, email, userType, subject and message are required', () => {
    expect(contactProblems(complete)).toEqual([])
    for (const path of ['name', 'email', 'userType', 'subject', 'message'] as const) {
      expect(contactProblems({ ...complete, [path]: ' ' })).toEqual([
        { path, code: 'contact-fields-required' },
      ])
    }
  })

  it('userType and subject are of the specification’s lists', () => {
    expect(contactProblems({ ...complete, userType: 'robot', subject: 'toString' })).toHaveLength(2)
  })

  it('an answer needs an address', () => {
    expect(contactProblems({ ...complete, email: 'amal@' })).toEqual([
      { path: 'email', code: 'email-invalid' },
    ])
  })
})
