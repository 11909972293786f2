const json = 'Content-Type: application/json\r\n'
const get = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`
const post = (body: string, headers: string = json, target = '/api/auth/login') =>
  `POST ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`
const method = (name: string, target = '/api/auth/profile') =>
  `${name} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
const chunked = (...chunks: string[]) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${json}Transfer-Encoding: chunked\r\n\r\n${chunks
    .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    .join('')}0\r\n\r\n`
const big = 'x'.repeat(30_000)
const nobody = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'

/** Raw bytes that no regular client sends, and the expected status. */
export const wireAttacks: readonly (readonly [name: string, bytes: string, status: number])[] = [
  // paths that are normalised differently behind the gateway
  ['dot segments', get('/api/auth/../admin/users'), 400],
  ['dot segments out of the prefix', get('/api/../internal'), 400],
  ['a trailing dot segment', get('/api/auth/..'), 400],
  ['a single dot segment', get('/api/./auth/profile'), 400],
  ['encoded dots', get('/api/%2e%2e/internal'), 400],
  ['encoded dots, upper case', get('/api/%2E%2E/internal'), 400],
  ['one encoded dot', get('/api/.%2e/internal'), 400],
  ['twice encoded dots', get('/api/%252e%252e/internal'), 400],
  ['an encoded slash', get('/api/auth%2fprofile'), 400],
  ['an encoded backslash', get('/api/auth%5c..%5cadmin'), 400],
  ['a backslash', get('/api\\..\\admin'), 400],
  ['dot segments with a parameter', get('/api/auth/..;x=1/admin/users'), 400],
  ['two slashes', get('//api/auth/profile'), 400],
  ['two slashes further in', get('/api//auth/profile'), 400],
  ['a NUL', get('/api/auth/%00profile'), 400],
  ['an encoded line break', get('/api/auth/profile%0d%0aX-Evil:%201'), 400],
  ['a truncated escape', get('/api/auth/%e'), 400],
  ['an escape that is not hexadecimal', get('/api/auth/%zz'), 400],
  ['an escape that is not UTF-8', get('/api/teachers/%c3%28'), 400],
  ['an overlong dot', get('/api/%c0%ae%c0%ae/internal'), 400],
  ['a bad escape in the query', get('/api/statistics/basic?x=%'), 400],
  ['a fragment', get('/api/statistics/basic#x'), 400],
  ['a target of 5 kB', get(`/api/${'a'.repeat(5000)}`), 400],
  ['dot segments to a remote', get('/remotes/student/../../api/auth/profile'), 400],
  ['dot segments to the shell', get('/assets/..%2f..%2fetc/passwd'), 400],
  // request targets that are not paths
  ['the absolute form', get('http://127.0.0.1/api/auth/profile'), 400],
  ['the absolute form of another host', get('http://169.254.169.254/latest'), 400],
  ['the asterisk form', method('OPTIONS', '*'), 405],
  ['a target without a slash', get('api/auth/profile'), 400],
  // paths in another spelling
  ['another case of a route', get('/api/Auth/Profile'), 404],
  ['an encoded letter', get('/api/auth/%70rofile'), 404],
  ['a trailing slash', get('/api/auth/profile/'), 404],
  ['an undeclared call', get('/api/internal/x'), 404],
  ['a call on a service’s operations', get('/api/metrics'), 404],
  ['an unknown remote', get('/remotes/root/x'), 404],
  ['a remote by prototype', get('/remotes/__proto__/x'), 404],
  ['another well-known file under the keys', get('/.well-known/jwks.json/x'), 404],
  // methods
  ['TRACE', method('TRACE'), 405],
  ['OPTIONS', method('OPTIONS'), 405],
  ['PROPFIND', method('PROPFIND'), 405],
  ['CONNECT', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
  ['an invented method', method('BREW'), 400],
  ['a method that the route does not have', method('PUT', '/api/auth/login'), 405],
  ['POST to a page', post('{}', json, '/login'), 405],
  ['POST to a remote', post('{}', json, '/remotes/student/index.html'), 405],
  ['an overriding header', get('/api/auth/login', 'X-HTTP-Method-Override: POST\r\n'), 405],
  // bodies
  ['a form', post('email=x', 'Content-Type: application/x-www-form-urlencoded\r\n'), 415],
  ['plain text, which needs no preflight', post('{}', 'Content-Type: text/plain\r\n'), 415],
  ['multipart', post('--x--', 'Content-Type: multipart/form-data; boundary=x\r\n'), 415],
  ['no content type', post('{}', ''), 415],
  ['a type that only begins like JSON', post('{}', 'Content-Type: application/json-patch+json\r\n'), 415],
  ['another charset', post('{}', 'Content-Type: application/json; charset=utf-7\r\n'), 415],
  ['a compressed body', post('{}', `${json}Content-Encoding: gzip\r\n`), 415],
  ['a body of 120 kB', post('x'.repeat(120_000)), 413],
  [
    'an announced body of 1 GB',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${json}Content-Length: 1000000000\r\n\r\n`,
    413,
  ],
  ['a chunked body of 120 kB', chunked(big, big, big, big), 413],
  [
    'a body on GET',
    `GET /api/statistics/basic HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
    400,
  ],
  // framing
  [
    'length and chunked at once',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    'two lengths',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
  ],
  [
    'a length that is no number',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Content-Length: +2\r\n\r\n{}`,
    400,
  ],
  [
    'an unknown transfer coding',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Transfer-Encoding: xchunked\r\n\r\n{}`,
    400,
  ],
  ['a header with a space before the colon', get('/', 'X-Evil : 1\r\n'), 400],
  ['a folded header', get('/', 'X-Evil: 1\r\n\tmore\r\n'), 400],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two hosts', get('/', 'Host: evil.example\r\n'), 400],
  [
    'two authorizations',
    get('/api/auth/profile', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'),
    400,
  ],
  ['two content types', post('{}', `${json}Content-Type: text/plain\r\n`), 400],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  [
    'chunked spelled with a tab',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    'a transfer coding after chunked',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    'chunked with a space before the colon',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    'a list of lengths',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 2, 2\r\n\r\n{}`,
    400,
  ],
  [
    'a negative length',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Content-Length: -2\r\n\r\n{}`,
    400,
  ],
  [
    'a chunk size of another base',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`,
    400,
  ],
  [
    'a chunk size that overflows',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
    400,
  ],
  ['a NUL in a header', get('/', 'X-Evil: a\0b\r\n'), 400],
  ['a line break of one byte in a header', get('/', 'X-Evil: a\rX-Other: b\r\n'), 400],
  ['the second version of HTTP', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['the first version of HTTP', 'GET /\r\n\r\n', 400],
  // floods
  ['100 headers', get('/', 'X-A: 1\r\n'.repeat(100)), 431],
  ['a head of 20 kB', get('/', `X-A: ${'a'.repeat(20_000)}\r\n`), 431],
  ['a head that never ends', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n', 408],
  [
    'a body that never ends',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 100\r\n\r\n{"a"`,
    408,
  ],
  [
    'a chunked body that never ends',
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${json}Transfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n`,
    408,
  ],
  // tokens
  ['no token where one is needed', get('/api/auth/profile'), 401],
  ['an unsigned token', get('/api/auth/profile', `Authorization: Bearer ${nobody}\r\n`), 401],
  ['a Basic authorization', get('/api/auth/profile', 'Authorization: Basic eDp5\r\n'), 401],
  ['an empty token', get('/api/auth/profile', 'Authorization: Bearer \r\n'), 401],
  ['an internal identity as a token', get('/api/auth/profile', 'X-Darsi-Identity: abc\r\n'), 401],
  ['a role by header', get('/api/admin/users', 'X-User-Role: super-admin\r\nX-User-Id: 1\r\n'), 401],
]
