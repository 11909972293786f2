import { serverNow } from '@darsi/design/i18n/server-clock.ts'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { keepDraft, readDraft } from '../session/draft.ts'
import { clearSession, readSession, writeSession } from '../session/session.ts'
import { type ApiClient, createApi } from './api-client.ts'
import { ApiError } from './api-error.ts'
import type { AskForPassword } from './reauthentication.ts'

type Call = { method: string; path: string; headers: Headers; body: unknown; credentials: string | undefined }
type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'offline'

const user = {
  id: 'u1',
  role: 'student' as const,
  fullName: 'Nour',
  email: 'nour@example.tn',
  isVerified: true,
}
const unauthenticated: Answer = { status: 401, body: { code: 'UNAUTHENTICATED', message: 'Please log in' } }

describe('a call', () => {
  let calls: Call[]
  let signedOut: jest.Mock<() => void>

  const clientOf = (
    answer: (call: Call) => Answer | Promise<Answer>,
    askPassword?: AskForPassword,
    isIdle?: () => boolean,
  ): ApiClient =>
    createApi({
      ...(askPassword && { askPassword }),
      ...(isIdle && { isIdle }),
      baseUrl: '/api',
      onSignedOut: signedOut,
      language: () => 'fr',
      fetch: async (url, init) => {
        const call: Call = {
          method: init?.method ?? 'GET',
          path: String(url),
          headers: new Headers(init?.headers),
          body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
          credentials: init?.credentials,
        }
        calls.push(call)
        const aborted = new Promise<never>((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        )
        const given = await Promise.race([answer(call), aborted])
        if (given === 'offline') throw new TypeError('Failed to fetch')
        return new Response(JSON.stringify(given.body ?? { success: true }), {
          status: given.status,
          headers: { 'content-type': 'application/json', ...given.headers },
        })
      },
    })
  const failureOf = async (work: Promise<unknown>): Promise<ApiError> => {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error instanceof ApiError) return error
    throw new Error(`expected an ApiError, got ${String(error)}`)
  }

  beforeEach(() => {
    calls = []
    signedOut = jest.fn()
    localStorage.clear()
  })
  afterEach(() => localStorage.clear())

  it('learns the time of the server, because the clock of a device may be an hour off', async () => {
    for (const [offMs, learned] of [
      [3_600_000, 3_600_000],
      [-3_600_000, -3_600_000],
      // a slow answer
      [-3000, 0],
    ] as const) {
      const date = new Date(Date.now() + offMs).toUTCString()
      await clientOf(() => ({ status: 200, headers: { Date: date } })).call('GET /availability/teacher')
      expect(Math.abs(serverNow() - Date.now() - learned)).toBeLessThan(2000)
    }
  })

  it('sends JSON, the language, the idempotency key, and no token when nobody is signed in', async () => {
    const api = clientOf(() => ({ status: 200 }))
    await api.call('POST /auth/forgot-password', { body: { email: 'a@b.tn' }, idempotencyKey: 'k1' })
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/api/auth/forgot-password',
      body: { email: 'a@b.tn' },
    })
    expect(calls[0]?.headers.get('accept-language')).toBe('fr')
    expect(calls[0]?.headers.get('idempotency-key')).toBe('k1')
    expect(calls[0]?.headers.get('content-type')).toBe('application/json')
    expect(calls[0]?.headers.has('authorization')).toBe(false)
    expect(calls[0]?.credentials).toBe('same-origin')
  })

  it('sends the token, fills in the path and leaves out empty filters', async () => {
    writeSession({ token: 't1', user })
    const api = clientOf(() => ({ status: 200 }))
    await api.call('DELETE /auth/sessions/:id', { params: { id: 'a/b' } })
    await api.call('GET /availability/teacher', { query: { week: 2 } })
    await api.call('GET /availability/teacher')
    expect(calls.map((call) => call.path)).toEqual([
      '/api/auth/sessions/a%2Fb',
      '/api/availability/teacher?week=2',
      '/api/availability/teacher',
    ])
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer t1')
  })

  it('throws a problem document as an error with code, fields and waiting time', async () => {
    const api = clientOf(() => ({
      status: 429,
      body: {
        success: false,
        code: 'RATE_LIMITED',
        message: 'Too many',
        errors: [{ path: 'email', message: 'x' }],
        instance: 'r1',
      },
      headers: { 'retry-after': '30' },
    }))
    const error = await failureOf(api.call('POST /auth/login', { body: {} }))
    expect(error).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      message: 'Too many',
      retryAfter: 30,
      requestId: 'r1',
    })
    expect(error.about('email')).toBe('x')
  })

  it('reports a network failure in the page’s language, with status 0', async () => {
    const error = await failureOf(clientOf(() => 'offline').call('GET /auth/profile'))
    expect(error).toMatchObject({ status: 0, message: 'Erreur réseau. Veuillez vérifier votre connexion.' })
  })

  it('has a default text if the server sends none', async () => {
    const error = await failureOf(clientOf(() => ({ status: 502, body: '<html>' })).call('GET /auth/profile'))
    expect(error).toMatchObject({ status: 502, message: 'L’appel a échoué' })
  })

  it('renews an expired token once for all callers and repeats their calls', async () => {
    writeSession({ token: 'old', user })
    const api = clientOf(({ path, headers }) => {
      if (path === '/api/auth/refresh') return { status: 200, body: { success: true, token: 'new', user } }
      return headers.get('authorization') === 'Bearer new' ? { status: 200 } : unauthenticated
    })
    await Promise.all([
      api.call('GET /auth/profile'),
      api.call('GET /auth/sessions'),
      api.call('GET /auth/factors'),
    ])
    expect(calls.filter((call) => call.path === '/api/auth/refresh')).toHaveLength(1)
    expect(readSession()?.token).toBe('new')
    expect(signedOut).not.toHaveBeenCalled()
  })

  it('uses the token that another tab has renewed meanwhile', async () => {
    writeSession({ token: 'old', user })
    const api = clientOf(({ headers }) => {
      if (headers.get('authorization') === 'Bearer old') {
        writeSession({ token: 'from-the-other-tab', user })
        return unauthenticated
      }
      return { status: 200 }
    })
    await api.call('GET /auth/profile')
    expect(calls.map((call) => call.path)).toEqual(['/api/auth/profile', '/api/auth/profile'])
  })

  it('ends the session when the refresh is refused', async () => {
    writeSession({ token: 'old', user })
    const api = clientOf(() => unauthenticated)
    const error = await failureOf(api.call('GET /auth/profile'))
    expect(error.status).toBe(401)
    expect(calls.map((call) => call.path)).toEqual(['/api/auth/profile', '/api/auth/refresh'])
    expect(readSession()).toBeNull()
    expect(signedOut).toHaveBeenCalledTimes(1)
  })

  it('keeps the session when the refresh fails for another reason', async () => {
    writeSession({ token: 'old', user })
    const api = clientOf(({ path }) => (path === '/api/auth/refresh' ? 'offline' : unauthenticated))
    expect((await failureOf(api.call('GET /auth/profile'))).status).toBe(0)
    expect(readSession()?.token).toBe('old')
    expect(signedOut).not.toHaveBeenCalled()
  })

  it('repeats at most once', async () => {
    writeSession({ token: 'old', user })
    const api = clientOf(({ path }) =>
      path === '/api/auth/refresh'
        ? { status: 200, body: { success: true, token: 'new', user } }
        : unauthenticated,
    )
    expect((await failureOf(api.call('GET /auth/profile'))).status).toBe(401)
    expect(calls).toHaveLength(3)
  })

  it('does not treat a wrong password or code as an expired session', async () => {
    writeSession({ token: 'old', user })
    const api = clientOf(() => ({ status: 401, body: { code: 'LOGIN_FAILED', message: 'No' } }))
    expect((await failureOf(api.call('POST /auth/login', { body: {} }))).code).toBe('LOGIN_FAILED')
    expect(calls).toHaveLength(1)
  })

  it('ends an idle page’s session instead of renewing it', async () => {
    writeSession({ token: 'old', user })
    const api = clientOf(
      ({ path }) => (path.endsWith('/logout') ? { status: 200 } : unauthenticated),
      undefined,
      () => true,
    )
    expect((await failureOf(api.call('GET /auth/profile'))).status).toBe(401)
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/auth/profile',
      'POST /api/auth/logout',
    ])
    expect(readSession()).toBeNull()
    expect(signedOut).toHaveBeenCalledTimes(1)
  })

  describe('that the server does not answer', () => {
    const never = () => new Promise<never>(() => {})
    beforeEach(() => {
      jest.useFakeTimers()
      writeSession({ token: 'old', user })
    })
    afterEach(() => {
      jest.useRealTimers()
    })

    it('fails after 40 seconds like a call without network, and the caller can repeat it', async () => {
      const api = clientOf(never)
      const failure = failureOf(api.call('GET /auth/profile'))
      await jest.advanceTimersByTimeAsync(40_000)
      expect(await failure).toMatchObject({
        status: 0,
        message: 'Erreur réseau. Veuillez vérifier votre connexion.',
      })
    })

    it('or not to its end, fails after 40 seconds too', async () => {
      const unfinished = (signal: AbortSignal | null | undefined) =>
        new ReadableStream({
          start: (body) => {
            body.enqueue(new TextEncoder().encode('{"success":'))
            signal?.addEventListener('abort', () => body.error(signal.reason))
          },
        })
      const api = createApi({
        ...{ baseUrl: '/api', onSignedOut: signedOut, language: () => 'fr' },
        fetch: async (_url, init) => new Response(unfinished(init?.signal)),
      })
      const failure = failureOf(api.call('GET /auth/profile'))
      await jest.advanceTimersByTimeAsync(40_000)
      expect(await failure).toMatchObject({
        status: 0,
        message: 'Erreur réseau. Veuillez vérifier votre connexion.',
      })
    })

    it('does not keep the next renewal waiting for longer', async () => {
      let refreshes = 0
      const api = clientOf(() => {
        refreshes++
        return refreshes === 1 ? never() : { status: 200, body: { success: true, token: 'new', user } }
      })
      const failure = failureOf(api.refresh())
      await jest.advanceTimersByTimeAsync(40_000)
      expect((await failure).status).toBe(0)
      expect(await api.refresh()).toBe(true)
      expect(readSession()?.token).toBe('new')
    })

    it('may last longer if it is a stream, a download or the upload of a file', async () => {
      const api = clientOf(never)
      const stop = new AbortController()
      const { signal } = stop
      const settled: unknown[] = []
      const body = new Blob(['x'], { type: 'image/png' })
      const lasting = [
        api.response('GET /notifications/stream', { signal }),
        api.call('POST /classroom/:sessionId/pictures', { params: { sessionId: 's1' }, body, signal }),
      ].map((each) => each.catch((error: unknown) => settled.push(error)))
      await jest.advanceTimersByTimeAsync(600_000)
      expect(settled).toEqual([])
      stop.abort()
      await Promise.all(lasting)
    })

    it('is still cancelled by its caller', async () => {
      const stop = new AbortController()
      const cancelled = clientOf(never).call('GET /auth/profile', { signal: stop.signal })
      stop.abort(new Error('left the page'))
      await expect(cancelled).rejects.toThrow('left the page')
    })

    it('does not delay an idle page’s logout by more than three seconds', async () => {
      const api = clientOf(never, undefined, () => true)
      void api.refresh()
      await jest.advanceTimersByTimeAsync(3_000)
      expect(readSession()).toBeNull()
      expect(signedOut).toHaveBeenCalledTimes(1)
    })

    it('signs nobody in if the user logged out before the answer to a renewal', async () => {
      const answer = Promise.withResolvers<Answer>()
      const renewed = clientOf(() => answer.promise).refresh()
      await jest.advanceTimersByTimeAsync(0)
      expect(calls).toHaveLength(1)
      clearSession()
      answer.resolve({ status: 200, body: { success: true, token: 'new', user } })
      await renewed
      expect(readSession()).toBeNull()
    })
  })

  it('keeps what an idle page’s user typed, and the theme', async () => {
    writeSession({ token: 'old', user })
    keepDraft('u1', 'ticket/t1', 'We have found it', true)
    keepDraft('u1', 'report/t1', 'What I saw')
    localStorage.setItem('darsi-theme', 'dark')
    const api = clientOf(
      ({ path, body }) => {
        if (!path.endsWith('/logout')) return unauthenticated
        // what a browser does on `Clear-Site-Data: "storage"`
        if (JSON.stringify(body) !== '{"idle":true}')
          for (const kept of [localStorage, sessionStorage]) kept.clear()
        return { status: 200 }
      },
      undefined,
      () => true,
    )
    await failureOf(api.call('GET /auth/profile'))
    expect(readSession()).toBeNull()
    expect(readDraft('u1', 'ticket/t1', '')).toBe('We have found it')
    expect(readDraft('u1', 'report/t1', '')).toBe('What I saw')
    expect(localStorage.getItem('darsi-theme')).toBe('dark')
    sessionStorage.clear()
  })

  describe('that needs a fresh proof of the password', () => {
    const stale: Answer = {
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED', message: 'Please enter your password again to do this' },
    }
    const wrong: Answer = { status: 403, body: { code: 'PASSWORD_WRONG', message: 'not correct' } }
    const server = ({ path, headers, body }: Call): Answer => {
      if (path === '/api/auth/reauthenticate') {
        const right = JSON.stringify(body) === '{"password":"right"}'
        return right ? { status: 200, body: { success: true, token: 'fresh', user } } : wrong
      }
      return headers.get('authorization') === 'Bearer fresh' ? { status: 200 } : stale
    }
    const remove = (api: ApiClient) => api.call('DELETE /admin/users/:id', { params: { id: 'x' } })
    beforeEach(() => writeSession({ token: 'old', user }))

    it('asks once for all waiting calls, stores the new token and repeats them', async () => {
      let questions = 0
      const api = clientOf(server, async (prove) => {
        questions++
        await expect(prove({ password: 'wrong' })).rejects.toThrow('not correct')
        await prove({ password: 'right' })
        return true
      })
      await Promise.all([remove(api), remove(api), api.response('GET /superadmin/exports/users.csv')])
      expect(questions).toBe(1)
      expect(readSession()?.token).toBe('fresh')
      expect(
        calls.filter(
          ({ method, headers }) => method === 'DELETE' && headers.get('authorization') === 'Bearer fresh',
        ),
      ).toHaveLength(2)
      expect(signedOut).not.toHaveBeenCalled()
    })

    it('starts no renewal with the cookie of the session that the proof ends', async () => {
      let proven = false
      const others: Promise<unknown>[] = []
      const api = clientOf(
        (call) => {
          if (call.path !== '/api/auth/profile') return server(call)
          // the server ends the old session before the answer to the proof arrives
          return call.headers.get('authorization') === 'Bearer fresh' ? { status: 200 } : unauthenticated
        },
        async (prove) => {
          const proving = prove({ password: 'right' })
          others.push(api.call('GET /auth/profile'))
          await proving
          proven = true
          return true
        },
      )
      await remove(api)
      await Promise.all(others)
      expect(proven).toBe(true)
      expect(calls.filter(({ path }) => path === '/api/auth/refresh')).toEqual([])
      expect(signedOut).not.toHaveBeenCalled()
    })

    it('fails with the original error if the user cancels, or no page can ask', async () => {
      for (const api of [clientOf(server, async () => false), clientOf(server)]) {
        const failure = await failureOf(remove(api))
        expect(failure.message).toBe('Please enter your password again to do this')
      }
      expect(readSession()?.token).toBe('old')
    })

    it('is not asked for again if the proof does not help', async () => {
      let questions = 0
      const api = clientOf(
        ({ path }) =>
          path.endsWith('/reauthenticate')
            ? { status: 200, body: { success: true, token: 'fresh', user } }
            : stale,
        async (prove) => {
          questions++
          await prove({ password: 'right' })
          return true
        },
      )
      expect((await failureOf(remove(api))).code).toBe('REAUTHENTICATION_REQUIRED')
      expect(questions).toBe(1)
    })
  })
})
