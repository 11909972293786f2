import { describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import { hideAddresses, isTransient } from './failure.ts'
import { problem } from './http/problem.ts'

const named = (name: string, more: object = {}) => Object.assign(new Error('failed'), { name, ...more })

describe('a failure', () => {
  it.each([
    named('MongoNetworkError'),
    named('MongoWaitQueueTimeoutError'),
    named('PoolClearedOnNetworkError'),
    named('MongoServerSelectionError'),
    named('MongoServerError', { code: 11600 }),
    named('MongoMissingCredentialsError'),
    named('MongoRuntimeError', { message: 'Reauthentication already in progress.' }),
    named('MongoServerError', { errorLabels: ['RetryableWriteError'] }),
    named('MongooseError', { message: 'Operation `rows.updateOne()` buffering timed out after 10000ms' }),
    named('MaxRetriesPerRequestError'),
    named('ReplyError', { message: 'LOADING Redis is loading the dataset in memory' }),
    named('KafkaJSNumberOfRetriesExceeded'),
    ...[13, 18, 43, 100, 133, 134, 202, 365, 391, 462, 8000, 11601].map((code) =>
      named('MongoServerError', { code }),
    ),
    ...['WRONGPASS invalid', 'NOAUTH required', 'NOREPLICAS Not enough', 'NOPERM no permissions'].map(
      (message) => named('ReplyError', { message }),
    ),
    named('Error', { message: 'Command timed out' }),
    named('Error', { code: 'ECONNREFUSED' }),
    ...['ENOSPC', 'EROFS', 'EIO', 'EACCES'].map((code) => named('Error', { code })),
    ...[401, 403, 429, 500, 503].map((status) => named('S3ServiceError', { status })),
    named('S3NetworkError'),
    named('TypeError', { message: 'fetch failed', cause: named('Error', { code: 'ECONNRESET' }) }),
    problem('unavailable'),
  ])('of a dependency passes by itself: $name $message', (error) => {
    expect(isTransient(error)).toBe(true)
  })

  it.each([
    named('MongoServerError', { code: 11000 }),
    named('ValidationError'),
    named('TypeError'),
    named('Error', { code: 'ENOENT' }),
    ...[400, 404].map((status) => named('S3ServiceError', { status })),
    problem('not-found'),
    'a string',
    undefined,
  ])('of the code does not: %s', (error) => {
    expect(isTransient(error)).toBe(false)
  })

  it('of the database passes by itself also during a bulk write, whose error only wraps it', async () => {
    const { MongoBulkWriteError, MongoClient } = mongoose.mongo
    const client = new MongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 1 })
    await expect(client.connect()).rejects.toThrow()
    const failure = await client
      .db()
      .collection('rows')
      .insertMany([{}])
      .catch((error: unknown) => error)
    await client.close()
    expect(failure).toBeInstanceOf(MongoBulkWriteError)
    expect(isTransient(failure)).toBe(true)
  })

  it('is logged without addresses', () => {
    expect(hideAddresses('E11000 dup key: { email: "amal.b@example.tn" }')).toBe(
      'E11000 dup key: { email: "[hidden]" }',
    )
  })
})
