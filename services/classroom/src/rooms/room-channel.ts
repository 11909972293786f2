import type { Log } from '@darsi/kit/observability/log.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'

const prefix = 'classroom:'

/**
 * Messages from the process that changed a room to the processes with its sockets. Nothing is stored: a process that
 * misses one reads the room again within five seconds.
 */
export function createRoomChannel(redisUrl: string, log: Log, heard: (sessionId: string) => void) {
  const speaker = connectRedis(redisUrl, log)
  const listener = connectRedis(redisUrl, log, { isPatient: true })
  listener.on('pmessage', (_pattern: string, channel: string) => heard(channel.slice(prefix.length)))
  void listener
    .psubscribe(`${prefix}*`)
    .catch((error: unknown) => log.warn({ err: error }, 'rooms not followed'))
  return {
    redis: speaker,
    tell: async (sessionId: string): Promise<void> => {
      try {
        await speaker.publish(prefix + sessionId, '')
      } catch (error) {
        log.warn({ err: error }, 'room change not published to other processes')
      }
    },
    close: () => {
      speaker.disconnect()
      listener.disconnect()
    },
  }
}
