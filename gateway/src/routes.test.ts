import { endpoints } from '@darsi/contracts/endpoint.ts'
import { tables } from '@darsi/contracts/tables.ts'
import { describe, expect, it } from '@jest/globals'
import { compileRoutes } from './routes.ts'

const call = { summary: '', access: 'public', problems: [] } as const

describe('the route table', () => {
  const find = compileRoutes()

  it('finds every declared call at the service that declares it', () => {
    for (const [service, table] of Object.entries(tables)) {
      for (const key of Object.keys(table)) {
        const [method = '', path = ''] = key.split(' ')
        const example = path.replaceAll(/:\w+/g, 'x1')
        expect(find(method, example)).toMatchObject({ target: { key, service } })
      }
    }
  })

  it('answers HEAD where it answers GET', () => {
    expect(find('HEAD', '/auth/profile')).toMatchObject({ target: { key: 'GET /auth/profile' } })
  })

  it.each(['/auth/Profile', '/auth/profile/', '/auth//profile', '/auth', '/', '', '/auth/sessions/'])(
    'knows nothing under %s',
    (path) => expect(find('GET', path)).toBeNull(),
  )

  it('names the methods of a path that has another one', () => {
    expect(find('GET', '/auth/login')).toEqual({ allowed: ['POST'] })
  })

  it('prefers the literal and compares what follows a parameter', () => {
    const own = compileRoutes({
      availability: endpoints({
        'GET /calendar/:token.ics': call,
        'GET /sessions/mine': call,
        'GET /sessions/:id': call,
      }),
    })
    expect(own('GET', '/sessions/mine')).toMatchObject({ target: { key: 'GET /sessions/mine' } })
    expect(own('GET', '/sessions/7')).toMatchObject({ target: { key: 'GET /sessions/:id' } })
    expect(own('GET', '/calendar/abc.ics')).toMatchObject({ target: { key: 'GET /calendar/:token.ics' } })
    expect(own('GET', '/calendar/.ics')).toBeNull()
    expect(own('GET', '/calendar/abc')).toBeNull()
  })

  it('refuses to start when a service declares a call under another’s prefix', () => {
    expect(() => compileRoutes({ users: endpoints({ 'GET /auth/mine': call }) })).toThrow(
      'does not belong to users',
    )
    expect(() => compileRoutes({ auth: endpoints({ 'DELETE /me': call }) })).not.toThrow()
  })
})
