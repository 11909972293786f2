/**
 * The access of each process in Redis: keys, channels and commands (Redis 7, which separates reading from writing). A
 * process without a line has no access; only auth writes revocations.
 */
const base = '+ping +info +hello +client|setname +client|setinfo +client|id +select +command'
const counting = '+get +set +incrby +pttl +pexpire +eval +evalsha +multi +exec +del'

const redisRules = {
  gateway: `%R~revoked:* ~limit:gateway:* ~health:gateway resetchannels ${base} ${counting} +mget +hset +hgetall +hdel`,
  auth: `~revoked:* ~limit:auth:* ~factor:* ~proof:* resetchannels &revoked ${base} ${counting} +publish +mget +rename +persist +expire`,
  admin: `~limit:admin:* ~proof:* %R~health:gateway resetchannels &live:* ${base} ${counting} +publish +hvals`,
  // tickets of sockets, boards between processes with their locks, which rooms changed, and which sessions ended
  classroom: `~ticket:* ~board:* %R~revoked:* resetchannels &classroom:* &board:* &board#* ${base} ${counting} +getdel +mget +publish +subscribe +unsubscribe +psubscribe +punsubscribe +pubsub|numsub`,
  // which teachers are online
  users: `%R~presence:* resetchannels ${base} +mget`,
  // BullMQ runs its own scripts, limited by the keys
  notifications: `%R~revoked:* ~darsi:* ~streams:* ~presence:* resetchannels &live:* &revoked ${base} +@all -@admin -@dangerous +info +client|setname`,
  // reads what is left, makes the append-only file smaller, and empties Redis before a restore; no service uses this name
  operator: `~* resetchannels ${base} +@read +flushall +dbsize +bgrewriteaof`,
} as const

export type RedisUser = keyof typeof redisRules
// `as`: the keys of the table
export const redisUsers = Object.keys(redisRules) as RedisUser[]

/** The rules of a user for this server version: before Redis 7 rules do not separate reading from writing. */
export const redisRulesOf = (user: RedisUser, majorVersion: number): string =>
  majorVersion < 7 ? redisRules[user].replaceAll('%R~', '~') : redisRules[user]

/** A line of Redis's ACL file per process; the default user is off. */
export function redisAclFile(passwordOf: (user: RedisUser) => string, majorVersion = 7): string {
  const lines = redisUsers.map(
    (user) => `user ${user} on >${passwordOf(user)} ${redisRulesOf(user, majorVersion)}`,
  )
  return ['user default off', ...lines, ''].join('\n')
}
