type Scan = {
  /** The query as a failing test prints it: command, collection and the shape of the filter. */
  query: RegExp
  /** Why reading the whole collection is right here. */
  reason: string
}

const inTests = 'only tests read so'

/** Queries that may read a whole collection: it is small by design, or nearly all of it is wanted. */
export const scans: readonly Scan[] = [
  {
    query: /^find teachers {"erasedAt":null}$/,
    reason: 'the search index of users loads all teachers at its start',
  },
  {
    query: /^find [\w-]+ {"outbox":{"\$exists":true}}$/,
    reason: 'a restore goes through every document once',
  },
  {
    query: /^find erasurereplays {"doneAt":null}$/,
    reason: 'one row for each erasure since the restored backup',
  },
  {
    query: /^find accounts {"_id":{"\$gt":"…"},"erasedAt":null,"expiredAt":null,"leftAt":null}$/,
    reason: 'after a restore the claim of each address is written again',
  },
  {
    query: /^find connections {"teacherId":("…"|{"\$in":"…"}),.*"status":"…".*}$/,
    reason: 'only the demo reads so, while it is made',
  },
  { query: /^find users {"searchEmail":"…"}$/, reason: inTests },
  { query: /^(find|update|delete|aggregate) accounts {"email":"…"}$/, reason: inTests },
  { query: /^(find|update|aggregate) threads {"(connectionId|teacherId)":"…"}$/, reason: inTests },
  { query: /^find (alerts|reports) {"sessionId":/, reason: inTests },
  { query: /^find reported-files {"threadId":"…"}$/, reason: inTests },
  { query: /^find subscriptions {"email":null}$/, reason: inTests },
]
