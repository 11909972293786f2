import type * as z from 'zod'
import { problem } from './problem.ts'

/** A cursor that clients do not read: the JSON of a position in base64url. */
export function encodeCursor(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** @throws problem `cursor-invalid` */
export function decodeCursor<T>(cursor: string, schema: z.ZodType<T>): T {
  const read = schema.safeParse(jsonIn(cursor))
  if (!read.success) throw problem('cursor-invalid')
  return read.data
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
