import { expect, it } from '@jest/globals'
import { channelOfTask } from './task-channel.ts'

type Listener = (message: unknown) => void

/** As jest-light-runner's: an answer goes to every listener, once. */
function sharedChannel() {
  const listeners = new Set<Listener>()
  return {
    onMessage: (listener: Listener) => void listeners.add(listener),
    postMessage: (question: unknown) => {
      for (const listener of listeners) listener(`answer to ${question}`)
      listeners.clear()
    },
  }
}

it('a worker that is not ready yet misses no answer to another one, and gets its own', () => {
  const shared = sharedChannel()
  const heard: string[] = []
  const [fast, slow] = ['fast', 'slow'].map((name) => {
    const channel = channelOfTask(shared)
    channel.onMessage((message) => heard.push(`${name}: ${message}`))
    return channel
  })
  fast?.postMessage('1')
  expect(heard).toEqual(['fast: answer to 1'])
  slow?.postMessage('2')
  expect(heard).toEqual(['fast: answer to 1', 'slow: answer to 2'])
})
