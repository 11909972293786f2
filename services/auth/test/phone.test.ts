import { eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { goodPassword, someone, startAuth, type TestAuth } from './auth.ts'
import { consumingOfFile } from './consuming.ts'

const { auth, kafka } = await consumingOfFile()

let numbers = 20_100_000
const freshPhone = () => `+216${++numbers}`

/** Users keeps the profiles, and tells auth the number. */
async function tellPhone(email: string, phone: string, sequence = 1) {
  const account = await auth.accountOf(email)
  if (!account) throw new Error(email)
  await kafka.account.profileChanged({
    userId: account._id,
    role: account.role,
    fullName: account.fullName,
    email,
    phone,
    sequence,
  })
  await eventually(async () => (await auth.accountOf(email))?.phone === phone)
}
const login = (of: TestAuth, phone: string, password = goodPassword) =>
  of.call('POST /auth/login', { body: { phone, password } })
const without = ({ instance: _, ...body }: Record<string, unknown>) => body

describe('a telephone number', () => {
  it('signs in while one account alone has it, however it is typed', async () => {
    const { email } = await auth.registered(someone('teacher'))
    const phone = freshPhone()
    await tellPhone(email, phone)
    const digits = phone.slice(4)
    for (const typed of [phone, `00216${digits}`, digits, `+216 ${digits.slice(0, 2)} ${digits.slice(2)}`]) {
      const answer = await login(auth, typed)
      expect([typed, answer.status]).toEqual([typed, 200])
      expect(answer.body['user']).toMatchObject({ email })
    }
  })

  it('of two accounts, of none and with a wrong password answers alike', async () => {
    const [one, two] = [await auth.registered(someone('teacher')), await auth.registered(someone('teacher'))]
    const phone = freshPhone()
    await tellPhone(one.email, phone)
    const wrong = await login(auth, phone, 'not the password')
    await tellPhone(two.email, phone)
    const shared = await login(auth, phone)
    const unknown = await login(auth, freshPhone())
    const nonsense = await login(auth, 'call me')
    expect(wrong.status).toBe(401)
    expect(wrong.body['error']).toBe('Login failed. Please check your credentials.')
    for (const answer of [shared, unknown, nonsense])
      expect(without(answer.body)).toEqual(without(wrong.body))
    // the number is free again when one of them takes another
    await tellPhone(two.email, freshPhone(), 2)
    expect((await login(auth, phone)).status).toBe(200)
  })

  it('and no address at all is asked for', async () => {
    const nothing = await auth.call('POST /auth/login', { body: { password: 'x' } })
    expect(nothing.status).toBe(400)
    expect(nothing.body['error']).toBe('You must provide either an email or phone number and a password')
    expect((await login(auth, ' ')).body['error']).toBe('Please fill in all required fields')
  })

  it('and the address share the limit of the account, and neither reveals that it belongs to the other', async () => {
    const limited = await startAuth({ limitsFactor: 1 })
    const { email } = await limited.registered(someone('teacher'))
    const phone = freshPhone()
    await limited.parts.accounts.collection.updateOne({ email }, { $set: { phone } })
    for (let count = 0; count < 3; count++) expect((await limited.login(email, 'wrong')).status).toBe(401)
    for (let count = 0; count < 2; count++) expect((await login(limited, phone, 'wrong')).status).toBe(401)
    // five guesses are spent: also the right password is answered like a wrong one, by either
    for (const answer of [await login(limited, phone), await limited.login(email)]) {
      expect(answer.status).toBe(401)
      expect(answer.body['error']).toBe('Login failed. Please check your credentials.')
    }
    await limited.stop()
  })

  it('is erased with the account', async () => {
    const { email } = await auth.registered(someone('teacher'))
    const phone = freshPhone()
    await tellPhone(email, phone)
    const account = await auth.accountOf(email)
    await kafka.account.deletionRequested({
      ...{ userId: account?._id ?? '', role: 'teacher', email, language: 'en' },
    })
    await eventually(async () => (await login(auth, phone)).status === 401)
    expect(await auth.parts.accounts.collection.countDocuments({ phone })).toBe(0)
  })
})
