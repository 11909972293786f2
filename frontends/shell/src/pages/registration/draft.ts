import {
  dropDraft as drop,
  keepDraft as keep,
  readDraft as read,
  visitor,
} from '@darsi/client/session/draft.ts'
import { emptyValues, type Values } from './values.ts'

const name = 'registration'

/** Keeps the input in this tab over a reload. The password is never stored. */
export const keepDraft = (values: Values): void => keep(visitor, name, { ...values, password: '' })

export const dropDraft = (): void => drop(visitor, name)

export function readDraft(): Values | null {
  const kept = read(visitor, name, emptyValues)
  return kept && { ...kept, password: '' }
}
