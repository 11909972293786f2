import { Counter, type Registry } from 'prom-client'
import type { SmsOutcome } from './sms-transport.ts'

/** @returns a function that counts one attempt at a text message */
export function createSmsMetrics(registry: Registry): (outcome: SmsOutcome['kind']) => void {
  const texts = new Counter({
    name: 'text_messages_total',
    help: 'Attempts at text messages; `unknown` ones are not sent again.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome) => texts.inc({ outcome })
}
