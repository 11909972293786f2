import type { RedisOptions } from 'ioredis'

const sentinelUrl = /^(rediss?)\+sentinel:\/\/(?:([^/@]*)@)?([^/@?]+)(?:\/(\d*))?(?:\?(.*))?$/

/**
 * The address of Redis: `redis[s]://user:password@host:port/db`, or of its Sentinels:
 * `redis[s]+sentinel://user:password@host:port,host:port/db?name=<master>`, with `sentinelUsername` and
 * `sentinelPassword` in the query where Sentinels need them.
 * @throws Error for any other text
 */
export function redisAddress(url: string): RedisOptions {
  const sentinels = sentinelUrl.exec(url)
  if (sentinels) return ofSentinels(sentinels)
  const { protocol, username, password, hostname, port, pathname } = new URL(url)
  if (!/^rediss?:$/.test(protocol) || !hostname) throw new Error('no address of Redis')
  return {
    ...credentials(username, password),
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || defaultPort),
    db: Number(pathname.slice(1)),
    ...(protocol === 'rediss:' && { tls: {} }),
  }
}

const defaultPort = 6379
const defaultSentinelPort = 26_379

function ofSentinels([
  ,
  protocol,
  user = '',
  hosts = '',
  db = '',
  query = '',
]: readonly string[]): RedisOptions {
  const parameters = new URLSearchParams(query)
  const name = parameters.get('name')
  if (!name) throw new Error('the address of the Sentinels names no master')
  const [username = '', password = ''] = user.split(':')
  const sentinelUsername = parameters.get('sentinelUsername')
  const sentinelPassword = parameters.get('sentinelPassword')
  return {
    ...credentials(username, password),
    sentinels: hosts.split(',').map((address) => {
      const { hostname, port } = new URL(`tcp://${address}`)
      return { host: hostname, port: Number(port || defaultSentinelPort) }
    }),
    name,
    db: Number(db),
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
    ...(protocol === 'rediss' && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  }
}

function credentials(username: string, password: string): Pick<RedisOptions, 'username' | 'password'> {
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  }
}
