import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { clientAddress } from './client-address.ts'

function request(remoteAddress: string, forwarded?: string) {
  const message = new IncomingMessage(
    Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }),
  )
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded
  return message
}

describe('the client’s address', () => {
  it.each([
    ['is the socket’s without a proxy, whatever the header claims', 0, '9.9.9.9', '1.2.3.4', '9.9.9.9'],
    ['is the last entry behind one proxy', 1, '10.0.0.1', '6.6.6.6, 41.1.1.1', '41.1.1.1'],
    ['is the last but one behind two', 2, '10.0.0.1', '6.6.6.6, 41.1.1.1, 10.0.0.2', '41.1.1.1'],
    ['is the socket’s when the proxy wrote nothing', 1, '10.0.0.1', undefined, '10.0.0.1'],
    ['is the socket’s when there are too few entries', 2, '10.0.0.1', '6.6.6.6', '10.0.0.1'],
    ['is the socket’s when the entry is no address', 1, '10.0.0.1', 'evil"}', '10.0.0.1'],
    ['is plain IPv4 on a double stack', 0, '::ffff:9.9.9.9', undefined, '9.9.9.9'],
  ])('%s', (_name, hops, socket, header, address) => {
    expect(clientAddress(request(socket, header), hops)).toBe(address)
  })
})
