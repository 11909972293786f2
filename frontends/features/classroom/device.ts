const key = 'darsi-classroom-tab'

/**
 * The id of this tab; it survives a reload. Duplicating a tab copies the storage, so the id is stored only while the
 * page unloads.
 */
export function tabDevice(): string {
  const known = take()
  const device = known ?? newId()
  addEventListener('pagehide', () => put(device), { once: true })
  return device
}

function take(): string | null {
  try {
    const known = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return known
  } catch {
    return null
  }
}

function put(device: string): void {
  try {
    sessionStorage.setItem(key, device)
  } catch {
    // without storage a reload counts as another tab, and the reader has to choose which one to keep
  }
}

// randomUUID exists only on https and localhost
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 15) | 64 : index === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, '0'),
  ).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
