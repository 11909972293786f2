import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { parseConfig } from '../config/config.ts'
import { kafkaAccess, kafkaConfig } from './kafka-access.ts'

const access = (environment: Record<string, string>) =>
  kafkaAccess(parseConfig(z.object(kafkaConfig), { KAFKA_BROKERS: 'one:9092,two:9092', ...environment }))

describe('the way into Kafka', () => {
  it('is plain TCP without a name unless something else is said', () => {
    expect(access({})).toEqual({ brokers: ['one:9092', 'two:9092'], partitions: 6 })
  })

  it('makes topics with as many partitions as the operator says', () => {
    expect(access({ KAFKA_PARTITIONS: '24' }).partitions).toBe(24)
    expect(() => access({ KAFKA_PARTITIONS: '0' })).toThrow('KAFKA_PARTITIONS')
  })

  it('is TLS with public authorities, or with one of our own', () => {
    expect(access({ KAFKA_TLS: 'true' }).tls).toEqual({})
    expect(access({ KAFKA_TLS: 'true', KAFKA_CA: 'PEM' }).tls).toEqual({ ca: 'PEM' })
  })

  it('proves a name with its password by SCRAM unless another way is named', () => {
    const name = { KAFKA_USERNAME: 'darsi', KAFKA_PASSWORD: 'a secret' }
    const sasl = { mechanism: 'scram-sha-512', username: 'darsi', password: 'a secret' }
    expect(access(name).sasl).toEqual(sasl)
    expect(access({ ...name, KAFKA_SASL: 'plain' }).sasl).toEqual({ ...sasl, mechanism: 'plain' })
    expect(() => access({ KAFKA_USERNAME: 'darsi' })).toThrow(/belong together/)
    expect(() => access({ KAFKA_PASSWORD: 'a secret' })).toThrow(/belong together/)
  })
})
