import { services } from '@darsi/contracts/reference/services.ts'
import { operator } from '@darsi/kit/kafka/kafka-rules.ts'

/** May do everything: the broker itself, and the job that sets the other users' rules. */
export const broker = 'broker'
export const principals = [...services, operator, broker] as const
export type Principal = (typeof principals)[number]

/** The login module of a broker with these users and passwords. */
export function plainLogin(
  passwordOf: (principal: Principal) => string,
  names: readonly Principal[] = principals,
): string {
  const users = names.map((name) => ` user_${name}="${passwordOf(name)}"`)
  const own = `username="${broker}" password="${passwordOf(broker)}"`
  return `org.apache.kafka.common.security.plain.PlainLoginModule required ${own}${users.join('')};`
}

/** The same as a file for `java.security.auth.login.config`, for the listener `CLIENTS`. */
export function jaasFile(passwordOf: (principal: Principal) => string): string {
  return `clients.KafkaServer {\n  ${plainLogin(passwordOf)}\n};\n`
}
