import { createRunner } from 'jest-light-runner'
import Tinypool from 'tinypool'
import { channelOfTask } from './task-channel.ts'

/*
 * jest-light-runner 0.8.2 answers one worker's question for its configuration to all workers that have a task. One that
 * does not listen yet misses the answer and gets no other: the run never ends.
 */
const { run } = Tinypool.prototype
Tinypool.prototype.run = function runWithOwnChannel(task, options) {
  const { channel } = options ?? {}
  return run.call(this, task, channel ? { ...options, channel: channelOfTask(channel) } : options)
}

export default createRunner({ runtime: 'child_process' })
