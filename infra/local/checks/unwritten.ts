type Unwritten = {
  call: string
  /** A part of the title of a test in which it writes nothing; without it the call never writes. */
  test?: string
  /** What the answer says, so that it is true without a write. */
  reason: string
}

const repeated = 'a repetition: the answer is that of the first call, which wrote'
const unchanged = 'the answer shows the state, which was already the wanted one'
const secret = 'the answer is the same for all, so that it does not tell who is known here'
const read = 'only reads'

/** Calls that answer 2xx without a write: in these tests, and in no other. */
export const unwritten: readonly Unwritten[] = [
  { call: 'POST /auth/detect-role', reason: read },
  { call: 'POST /children/link/preview', reason: read },
  { call: 'POST /superadmin/newsletters/preview', reason: read },
  {
    call: 'POST /newsletter',
    test: 'a subscribed address gets no further mail, and a bot none at all',
    reason: secret,
  },
  { call: 'POST /newsletter', test: 'answers the same whether an address is new', reason: secret },
  { call: 'POST /newsletter/confirm', test: 'which may be opened again', reason: repeated },
  { call: 'POST /newsletter/leave', test: 'unsubscribing twice is no error', reason: repeated },
  { call: 'POST /auth/register', test: 'that two accounts request, or that is registered', reason: secret },
  { call: 'POST /contact', test: 'a retry with the same Idempotency-Key', reason: repeated },
  { call: 'POST /auth/logout', test: 'logout ends it and its access token', reason: repeated },
  { call: 'POST /auth/refresh', test: 'two tabs that refresh at once', reason: repeated },
  { call: 'POST /auth/refresh', test: 'when the answer of a refresh was lost', reason: repeated },
  { call: 'POST /auth/verify-email', test: '20 clicks at once verify once', reason: repeated },
  { call: 'POST /auth/verify-email', test: 'also a second time while it is valid', reason: repeated },
  { call: 'DELETE /admin/users/:id', test: 'a deleted user is in no list', reason: repeated },
  { call: 'PUT /admin/users/:id/assignee', test: 'is taken by one administrator', reason: unchanged },
  {
    call: 'PUT /admin/users/:id/assignee',
    test: 'is recorded as taken and as released',
    reason: unchanged,
  },
  { call: 'POST /admin/alerts/:id/answer', test: 'is answered once', reason: repeated },
  { call: 'POST /groups', test: 'offers one group', reason: repeated },
  { call: 'POST /sessions', test: 'books the series once', reason: repeated },
  { call: 'POST /sessions/:id/details', test: 'that change nothing make no event', reason: unchanged },
  { call: 'POST /sessions/:id/reschedule', test: 'sent again after a lost answer', reason: repeated },
  { call: 'POST /sessions/:id/reschedule', test: 'may be sent again too', reason: repeated },
  { call: 'POST /reports/:id/read', test: 'are marked when the parent reads them', reason: repeated },
  { call: 'POST /notifications/read', test: 'are marked as read by their owner alone', reason: unchanged },
  { call: 'POST /notifications/read', test: 'every tab receives that notices were read', reason: unchanged },
  { call: 'POST /children', test: 'adds one child, however often', reason: repeated },
  { call: 'POST /children/link', test: 'names a guardian by mail', reason: repeated },
  { call: 'POST /children/link', test: 'shares a child by a code', reason: repeated },
  { call: 'POST /consents', test: 'waits for this guardian when the other gives it again', reason: repeated },
  { call: 'POST /consents', test: 'a withdrawal binds although its guardian leaves', reason: repeated },
  { call: 'POST /consents', test: 'for one purpose are one line', reason: repeated },
  { call: 'POST /consents', test: 'gives consent for one purpose', reason: repeated },
  { call: 'DELETE /consents/:id', test: 'consents to video again with a request', reason: repeated },
  { call: 'DELETE /consents/:id', test: 'withdraws a consent: the connections', reason: repeated },
  { call: 'DELETE /consents/:id', test: 'withdraws by one call what both guardians', reason: repeated },
  { call: 'PUT /favorites/:teacherId', test: 'are stored once', reason: unchanged },
  { call: 'PUT /favorites/:teacherId', test: 'in a random session', reason: unchanged },
  { call: 'DELETE /favorites/:teacherId', test: 'are stored once', reason: unchanged },
  { call: 'PUT /me/preferences', test: 'are returned by the next read', reason: unchanged },
  { call: 'PUT /me/preferences', test: 'in a random session', reason: unchanged },
  { call: 'PUT /me/proofs/:kind', test: 'is kept once, however often', reason: repeated },
  {
    call: 'POST /materials/uploads/:id/finish',
    test: 'resumes a broken upload at the same offset',
    reason: repeated,
  },
  { call: 'PUT /homework/:id/mark', test: 'is marked once, however often', reason: repeated },
  { call: 'POST /threads/:id/read', test: 'reading marks it for both', reason: unchanged },
  { call: 'POST /threads/:id/release', test: 'lets a held message through', reason: repeated },
  { call: 'POST /threads/:id/block', test: 'only that side can unblock it', reason: unchanged },
  { call: 'POST /threads/:id/block', test: 'what a guardian blocks holds', reason: unchanged },
]
