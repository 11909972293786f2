import * as z from 'zod'
import { fileLimit, fileTypes } from '../../rules/files.ts'
import { id, line } from '../../rules/schemas.ts'
import { done, endpoints, ok, uploadProblems } from '../endpoint.ts'

export const materialSchema = z.object({
  id,
  name: z.string(),
  type: z.enum(fileTypes),
  size: z.number().int(),
})
export type Material = z.output<typeof materialSchema>

const uploadSchema = z.object({
  id,
  size: z.number().int(),
  /** How many bytes have arrived: the next piece begins there. */
  offset: z.number().int(),
})
export type Upload = z.output<typeof uploadSchema>

const party = ['student', 'parent', 'teacher'] as const

/**
 * Files for messages, homework, proofs and photos. They arrive in pieces by tus 1.0 (`PATCH` and `HEAD`). A proof or a
 * photo takes its upload; for others `finish` checks and cleans it, and it belongs to its sender until a message or a
 * homework names it.
 */
export const materialsApi = endpoints({
  'POST /materials/uploads': {
    summary: 'Begins an upload; its pieces follow.',
    access: party,
    body: z.strictObject({
      // the gate looks at it where the file is sent to another person
      name: line(120, 'held'),
      size: z.number().int().min(1).max(fileLimit),
    }),
    answer: ok(uploadSchema),
    status: 201,
    problems: ['rate-limited', 'files-full', 'storage-full'],
  },
  'GET /materials/uploads': {
    summary: 'The storage in use, and the files that the caller may remove, the largest first.',
    access: party,
    live: [],
    answer: ok(z.object({ used: z.number().int(), files: z.array(materialSchema) })),
    problems: [],
  },
  'GET /materials/uploads/:id': {
    summary: 'How much of an upload has arrived; by HEAD as tus says it.',
    access: party,
    live: [],
    answer: ok(uploadSchema),
    problems: ['not-found'],
  },
  'PATCH /materials/uploads/:id': {
    summary: 'The next piece of an upload (tus).',
    access: party,
    piece: true,
    status: 204,
    problems: ['not-found'],
  },
  'DELETE /materials/uploads/:id': {
    summary: 'Removes an upload, or its file: unsent, or of more than 30 days. Its place is free at once.',
    access: party,
    answer: done,
    problems: ['not-found'],
  },
  'POST /materials/uploads/:id/finish': {
    summary: 'Judges a complete upload by its bytes, removes metadata and keeps it sealed. May be repeated.',
    access: party,
    answer: ok(materialSchema),
    status: 201,
    problems: [...uploadProblems],
  },
  'GET /materials/:id/file': {
    summary: 'The file, for those who may read the message or the homework that it belongs to.',
    access: party,
    content: 'application/octet-stream',
    problems: ['not-found'],
  },
})
