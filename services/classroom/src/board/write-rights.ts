import type { Connection } from '@hocuspocus/server'
import type { SeatOfTab } from '../rooms/seat.ts'

type Tab = Connection<SeatOfTab>

/** Rights of the connections of which one message is being refused. */
const afterwards = new WeakMap<Tab, { write: boolean }>()

/** @returns true when the tab may write now and could not before */
export function setWrite(connection: Tab, write: boolean): boolean {
  const later = afterwards.get(connection)
  const could = later ? later.write : !connection.readOnly
  if (later) later.write = write
  else connection.readOnly = !write
  return write && !could
}

/** Hocuspocus drops what a read-only connection sends, and tells it so; an error would end the connection. */
export function refuseMessage(connection: Tab): void {
  afterwards.set(connection, { write: !connection.readOnly })
  connection.readOnly = true
}

/** After the message that was refused. */
export function restoreWrite(connection: Tab): void {
  const later = afterwards.get(connection)
  if (!later) return
  afterwards.delete(connection)
  connection.readOnly = !later.write
}
