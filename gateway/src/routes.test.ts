import { endpoints } from '@darsi/contracts/calls/endpoint.ts'
import { tables } from '@darsi/contracts/calls/tables.ts'
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

  it('prefers a literal segment, and takes the parameter when only it leads to a route', () => {
    const own = compileRoutes({
      availability: endpoints({
        'GET /sessions/mine': call,
        'GET /sessions/:id': call,
        'GET /sessions/:id/notes': call,
      }),
    })
    expect(own('GET', '/sessions/mine')).toMatchObject({ target: { key: 'GET /sessions/mine' } })
    expect(own('GET', '/sessions/7')).toMatchObject({ target: { key: 'GET /sessions/:id' } })
    expect(own('GET', '/sessions/mine/notes')).toMatchObject({ target: { key: 'GET /sessions/:id/notes' } })
    expect(own('GET', '/sessions//notes')).toBeNull()
  })

  it('compares encoded letters as they are, and names only the methods of the literal', () => {
    const own = compileRoutes({
      users: endpoints({ 'POST /children/link': call, 'DELETE /children/:id': call }),
    })
    expect(own('POST', '/children/%6cink')).toEqual({ allowed: ['DELETE'] })
    expect(own('DELETE', '/children/link')).toEqual({ allowed: ['POST'] })
  })

  it('refuses to start when something follows a parameter', () => {
    const declared = { availability: endpoints({ 'GET /calendar/:token.ics': call }) }
    expect(() => compileRoutes(declared)).toThrow('nothing may follow a parameter')
  })

  it('refuses to start when a service declares a call under another’s prefix', () => {
    expect(() => compileRoutes({ users: endpoints({ 'GET /auth/mine': call }) })).toThrow(
      'does not belong to users',
    )
    expect(() => compileRoutes({ auth: endpoints({ 'DELETE /me': call }) })).not.toThrow()
  })
})
