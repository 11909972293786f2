import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, jest } from '@jest/globals'
import kafkajs, { type Admin } from 'kafkajs'
import { createTopics } from './create-topics.ts'

const refusal = (retriable: boolean) =>
  new kafkajs.KafkaJSProtocolError(Object.assign(new Error('refused'), { retriable }))

it('a refused topic ends the waiting for the others', async () => {
  const fetchTopicOffsets = jest.fn(async (topic: string) => {
    throw refusal(topic === 'without-leader')
  })
  const listTopics = async () => ['without-leader', 'hidden']
  // `as`: the two operations that are needed when all topics exist
  const admin = { listTopics, fetchTopicOffsets } as Pick<Admin, 'listTopics'> as Admin
  await expect(createTopics(admin, '', ['without-leader', 'hidden'], 1)).rejects.toThrow('refused')
  await sleep(60)
  const asked = fetchTopicOffsets.mock.calls.length
  await sleep(120)
  expect(fetchTopicOffsets).toHaveBeenCalledTimes(asked)
})
