import { expect, it } from '@jest/globals'
import { defaultPorts } from '../process/site-ports.ts'
import { configOf } from './media.ts'

it('the media engine listens on loopback, uses no public server and opens no room automatically', () => {
  const config = configOf({ ports: defaultPorts, secret: 'secret' })
  expect(config.bind_addresses).toEqual(['127.0.0.1'])
  expect(config.rtc).toMatchObject({ node_ip: '127.0.0.1', use_external_ip: false, stun_servers: [] })
  // without its own STUN and TURN servers it would send public ones to each browser
  expect(config.turn.enabled).toBe(true)
  expect(config.room.auto_create).toBe(false)
})
