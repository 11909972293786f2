import { describe, expect, it } from '@jest/globals'
import type { ProducerBatch } from 'kafkajs'
import { createPublisher } from './kafka-produce.ts'

function start(fails = false) {
  const sent: string[][] = []
  const producer = {
    connect: async () => undefined,
    disconnect: async () => undefined,
    sendBatch: async ({ topicMessages = [] }: ProducerBatch) => {
      sent.push(topicMessages.flatMap(({ messages }) => messages.map(({ value }) => String(value))))
      if (fails) throw new Error('no')
      return []
    },
  }
  const { publish } = createPublisher({
    create: () => ({ producer, cut: () => undefined }),
    topicPrefix: '',
    untilSuccess: (_what, attempt) => attempt(),
    sign: () => undefined,
    publishMs: 1000,
  })
  return { sent, publish: (value: string) => publish([{ topic: 't', key: 'k', value, headers: {} }]) }
}

describe('the publisher', () => {
  it('sends a lone event at once and those of a flood together, in order', async () => {
    const { sent, publish } = start()
    await publish('1')
    expect(sent).toEqual([['1']])
    await Promise.all(['2', '3', '4'].map(publish))
    await publish('5')
    expect(sent).toEqual([['1'], ['2', '3', '4'], ['5']])
  })

  it('rejects every event of a failed request', async () => {
    const { publish } = start(true)
    const outcomes = await Promise.allSettled(['1', '2'].map(publish))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('keeps a request well below what a broker takes', async () => {
    const { sent, publish } = start()
    await Promise.all(Array.from({ length: 10 }, () => publish('x'.repeat(100_000))))
    expect(sent.map((batch) => batch.length)).toEqual([4, 4, 2])
  })
})
