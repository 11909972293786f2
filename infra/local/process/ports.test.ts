import { createServer } from 'node:net'
import { afterAll, describe, expect, it } from '@jest/globals'
import { answers, freePorts, holderIn, needPorts } from './ports.ts'

const server = createServer()
afterAll(() => {
  server.close()
})

describe('ports', () => {
  it('a taken port is one error that names each, what for, and who has it', async () => {
    const [port = 0, free = 0] = await freePorts(2)
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve())
    })
    expect(await answers(port)).toBe(true)
    await expect(needPorts({ 'the site': port, Redis: free })).rejects.toThrow(
      new RegExp(`port ${port} \\(for the site\\) is in use`),
    )
    await expect(needPorts({ 'the site': port, Redis: free })).rejects.not.toThrow(/Redis/)
    await expect(needPorts({ Redis: free })).resolves.toBeUndefined()
  })

  it('free ones are different, and out of the way of outgoing connections', async () => {
    const ports = await freePorts(20)
    expect(new Set(ports).size).toBe(20)
    expect(Math.max(...ports)).toBeLessThan(32_768)
  })

  it('who has one is read from ss or lsof', () => {
    const line = 'LISTEN 0 511 127.0.0.1:8080 0.0.0.0:* users:(("node",pid=4711,fd=21))'
    expect(holderIn(line)).toBe('4711')
    expect(holderIn('p815\nf12\n')).toBe('815')
    expect(holderIn('')).toBeUndefined()
  })
})
